import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { crc32, deflateSync, inflateSync } from 'node:zlib'

const fontFile = (name: string) =>
  readFileSync(createRequire(import.meta.url).resolve(`@fontsource/lato/files/lato-latin-400-normal.${name}`))
export const woff2 = () => fontFile('woff2')
export const woff = () => fontFile('woff')

/** Unpacks a WOFF font: its tables, each at a multiple of four, behind a directory of them. */
export function ttf(): Buffer {
  const packed = woff()
  const count = packed.readUInt16BE(12)
  let at = 12 + count * 16
  const tables = Array.from({ length: count }, (_, index) => {
    const entry = packed.subarray(44 + index * 20, 64 + index * 20)
    const [start, packedLength, length] = [4, 8, 12].map((offset) => entry.readUInt32BE(offset)) as [
      number,
      number,
      number,
    ]
    const bytes = packed.subarray(start, start + packedLength)
    const record = Buffer.alloc(16)
    entry.copy(record, 0, 0, 4)
    entry.copy(record, 4, 16, 20)
    record.writeUInt32BE(at, 8)
    record.writeUInt32BE(length, 12)
    const table = Buffer.concat([packedLength < length ? inflateSync(bytes) : bytes], Math.ceil(length / 4) * 4)
    at += table.length
    return { record, table }
  })
  const header = Buffer.alloc(12)
  header.writeUInt32BE(0x00010000, 0)
  header.writeUInt16BE(count, 4)
  return Buffer.concat([header, ...tables.map(({ record }) => record), ...tables.map(({ table }) => table)])
}

/** Returns a PNG of these dimensions; only the first `rows` rows have pixels. */
export function png(width: number, height: number, rows = height): Buffer {
  const size = Buffer.alloc(13)
  size.writeUInt32BE(width, 0)
  size.writeUInt32BE(height, 4)
  size.set([8, 0, 0, 0, 0], 8)
  const pixels = deflateSync(Buffer.alloc((width + 1) * rows, 0x55))
  const chunk = (name: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(name), data])
    const whole = Buffer.alloc(body.length + 8)
    whole.writeUInt32BE(data.length, 0)
    body.copy(whole, 4)
    whole.writeUInt32BE(crc32(body), body.length + 4)
    return whole
  }
  const beginning = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([beginning, chunk('IHDR', size), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))])
}

/** Returns an icon with one PNG in it. */
export function ico(): Buffer {
  const picture = png(16, 16)
  const head = Buffer.alloc(22)
  head.set([0, 0, 1, 0, 1, 0, 16, 16, 0, 0, 1, 0, 32, 0], 0)
  head.writeUInt32LE(picture.length, 14)
  head.writeUInt32LE(22, 18)
  return Buffer.concat([head, picture])
}

export const gif = () => Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')
export const webp = () => Buffer.from('UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoBAAEADsD+JaQAA3AAAAAA', 'base64')
export const jpeg = () =>
  Buffer.from(
    '/9j/4AAQSkZJRgABAQEASABIAAD/2wBDAAMCAgICAgMCAgIDAwMDBAYEBAQEBAgGBgUGCQgKCgkICQkKDA8MCgsOCwkJDRENDg8QEBEQCgwSExIQEw8QEBD/wAALCAABAAEBAREA/8QAFAABAAAAAAAAAAAAAAAAAAAACf/EABQQAQAAAAAAAAAAAAAAAAAAAAD/2gAIAQEAAD8AVN//2Q==',
    'base64',
  )

/** Returns a drawing with this content. */
export const svg = (content = '<path d="M0 0h8v8z"/>', attributes = '') =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"${attributes}>${content}</svg>`)
