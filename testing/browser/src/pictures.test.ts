import { mkdtempSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@jest/globals'
import { decodePng, encodePalettePng, encodePng, type Pixels } from './palette-png.ts'
import { openPictures } from './pictures.ts'

/** Returns a picture of 64 by 64 pixels with a dark square of this size and position on a slope of `colours` greys. */
function drawn(size: number, at: number, colours = 1): Buffer {
  const data = Buffer.alloc(64 * 64 * 4, 255)
  for (let pixel = 0; pixel < 64 * 64; pixel++) {
    const [x, y] = [pixel % 64, Math.floor(pixel / 64)]
    const isInside = x >= at && x < at + size && y >= at && y < at + size
    for (let channel = 0; channel < 3; channel++)
      data[pixel * 4 + channel] = isInside ? 20 : 255 - (pixel % (colours + (colours > 1 ? channel : 0)))
  }
  return encodePng({ width: 64, height: 64, data })
}
const folder = () => mkdtempSync(join(tmpdir(), 'pictures-'))

test('a picture is accepted once, and then compared', () => {
  const at = folder()
  expect(openPictures(at, false).difference('one', drawn(20, 10))).toBe('one: it was not accepted yet')
  expect(openPictures(at, true).difference('one', drawn(20, 10))).toBeUndefined()
  const pictures = openPictures(at, false)
  expect(pictures.difference('one', drawn(20, 10))).toBeUndefined()
  expect(pictures.difference('one', drawn(20, 11))).toMatch(
    /^one: \d+ pixels differ in a square of 32 by 32, all between 10, 10 and 30, 30: see /,
  )
  expect(pictures.difference('one', drawn(24, 10))).toMatch(/pixels differ/)
})

test('a page that is drawn late is looked at again', async () => {
  const at = folder()
  openPictures(at, true).difference('late', drawn(20, 10))
  const looks = [drawn(10, 10), undefined, drawn(20, 10), drawn(24, 10)]
  expect(await openPictures(at, false).lastDifference('late', async () => looks.shift())).toBeUndefined()
  expect(looks).toHaveLength(1)
})

test('a page that differs and no longer changes is not waited for', async () => {
  const at = folder()
  openPictures(at, true).difference('other', drawn(20, 10))
  let looks = 0
  const different = openPictures(at, false).lastDifference('other', async () => drawn(++looks < 3 ? 14 : 12, 10))
  expect(await different).toMatch(/pixels differ/)
  expect(looks).toBe(12)
})

test('a picture that nobody takes any more is named, and deleted with the next acceptance', () => {
  const at = folder()
  openPictures(at, true).difference('old', drawn(20, 10))
  expect(openPictures(at, false).unused()).toEqual(['old'])
  expect([openPictures(at, true).unused(), readdirSync(at)]).toEqual([[], ['screenshots.json']])
})

test('a picture of many colours is stored in 256 that are like them, and equals itself', () => {
  const at = folder()
  const many = drawn(20, 10, 90)
  openPictures(at, true).difference('many', many)
  expect(openPictures(at, false).difference('many', many)).toBeUndefined()
  const colours = ({ data, width, height }: Pixels) =>
    new Set(new Uint32Array(data.buffer, data.byteOffset, width * height))
  const [before, after] = [decodePng(many), decodePng(encodePalettePng(decodePng(many)))]
  expect([colours(before).size > 256, colours(after).size <= 256]).toEqual([true, true])
  const furthest = Math.max(...before.data.map((value, index) => Math.abs(value - (after.data[index] ?? 0))))
  expect(furthest).toBeLessThan(32)
})
