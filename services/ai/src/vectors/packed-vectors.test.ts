import { expect, test } from '@jest/globals'
import { cosine, packVector } from './packed-vectors.ts'

const unit = (values: number[]) => {
  const length = Math.hypot(...values)
  return Float32Array.from(values, (value) => value / length)
}
/** Returns a vector that looks random; vectors of near seeds are similar. */
const drawn = (seed: number) =>
  unit(Array.from({ length: 1536 }, (_, at) => Math.sin(at * at) + seed * Math.cos(at * at * 0.7)))

test('a packed vector has a byte for each dimension, and its cosines are right to a thousandth', () => {
  const asked = drawn(0)
  expect(packVector(asked).length).toBe(1536)
  for (const seed of [0, 0.1, 0.5, 1, 4, -2]) {
    const other = drawn(seed)
    const exact = asked.reduce((sum, value, at) => sum + value * (other[at] ?? 0), 0)
    expect(Math.abs((cosine(asked, packVector(other)) ?? 9) - exact)).toBeLessThan(0.001)
  }
})

test('vectors of different sizes, and what the endpoint refused, cannot be compared', () => {
  expect(cosine(unit([1, 2]), packVector(unit([1, 2, 3])))).toBeUndefined()
  expect(cosine(unit([1]), Buffer.alloc(0))).toBeUndefined()
})
