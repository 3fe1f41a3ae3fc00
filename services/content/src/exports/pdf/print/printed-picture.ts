import type { ImageRef } from '@quire/document'
import type { Printing } from './print-context.ts'

interface Given {
  ref: ImageRef
  alt?: string | undefined
  width?: number | { unit: string; value: number } | undefined
}

/** CSS pixels are 1/96 inch, points 1/72. */
const pointsOfPixel = 0.75

/** A picture whose bytes are with the job; `width` in points, as far as one is wanted. Undefined for any other. */
export function pictureOf(
  { ref, alt, width }: Given,
  { job }: Printing,
): { file: string; alt: string; width?: number } | undefined {
  const file = ref.kind === 'file' && Object.hasOwn(job.files, ref.file) ? job.files[ref.file] : undefined
  if (file?.picture === undefined) return undefined
  const pixels = pixelsOf(width) ?? file.width
  return {
    file: file.picture,
    alt: alt ?? file.name,
    ...(pixels !== undefined && { width: Math.max(1, pixels * pointsOfPixel) }),
  }
}

const pixelsOf = (width: Given['width']): number | undefined => {
  if (typeof width === 'number') return width
  return width?.unit === 'px' ? width.value : undefined
}
