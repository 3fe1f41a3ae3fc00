import { gzipSync } from 'node:zlib'
import { expect, test } from '@jest/globals'
import { ownBytes } from './own-bytes.ts'

test('bytes that are a part of a larger buffer, and texts, get memory of their own; others are not copied', () => {
  const inPool = Buffer.from('Grüße')
  expect(inPool.buffer.byteLength).toBeGreaterThan(1000)
  const packed = gzipSync('Grüße')
  expect(packed.buffer.byteLength).toBeGreaterThan(1000)
  for (const bytes of [inPool, 'Grüße', packed, Buffer.alloc(0), '']) {
    const own = ownBytes(bytes)
    expect(own).toEqual(Buffer.from(bytes as Buffer))
    expect(own.buffer.byteLength).toBe(own.length)
  }
  const alone = Buffer.allocUnsafeSlow(7)
  expect(ownBytes(alone)).toBe(alone)
})
