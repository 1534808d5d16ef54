/// Work space at a point.
#pragma once

#include <cstddef>
#include <memory>
#include <utility>

namespace adjoule {

/// Room for `size` numbers, each made when it is set for the first time: what is not used costs nothing.
template <class T, int size>
class PointArray {
 public:
  PointArray() {} // NOLINT: leaves the room as it is
  PointArray(const PointArray&) = delete;
  PointArray& operator=(const PointArray&) = delete;
  ~PointArray() = default;

  template <class... Arguments>
  T& emplace(int i, Arguments&&... arguments) {
    return *std::construct_at(data() + i, std::forward<Arguments>(arguments)...);
  }
  T& operator[](int i) { return data()[i]; }
  const T& operator[](int i) const { return data()[i]; }
  T* data() { return reinterpret_cast<T*>(bytes_); }
  const T* data() const { return reinterpret_cast<const T*>(bytes_); }

 private:
  alignas(T) std::byte bytes_[sizeof(T) * static_cast<std::size_t>(size)];
};

} // namespace adjoule
