import { imageSize } from 'image-size'

/** The part of a picture that is measured. Damaged ones cost the more the longer it is. */
export const measuredBytes = 256 * 1024

/** Width and height of a picture in pixels; undefined where it tells none. */
export function measurePicture(beginning: Uint8Array): { width: number; height: number } | undefined {
  try {
    const { width, height } = imageSize(beginning)
    return width > 0 && height > 0 ? { width: Math.round(width), height: Math.round(height) } : undefined
  } catch {
    // A damaged picture, or a format the library does not measure: it is kept without dimensions.
    return undefined
  }
}
