import type { z } from 'zod'
import type { Length as length } from './shapes.ts'

type Length = z.infer<typeof length>

/** `375`, `375px`, `66.6%` as the tree has them: pixels are plain numbers. */
export function readLength(written: string | undefined): Length | undefined {
  const [, digits, unit] = /^(\d{1,6}(?:\.\d{1,20})?)(px|%|em|rem|vw)?$/.exec(written?.trim() ?? '') ?? []
  if (digits === undefined) return undefined
  const value = Number(digits)
  return unit === undefined || unit === 'px' ? value : { unit, value }
}

export function writeLength(length: Length | undefined): string | undefined {
  if (length === undefined) return undefined
  return typeof length === 'number' ? String(length) : `${length.value}${length.unit === 'px' ? '' : length.unit}`
}
