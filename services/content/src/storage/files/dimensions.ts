import { imageSize } from 'image-size'

/** Reads width and height of a picture in pixels from its beginning; undefined if it declares none. */
export function measurePicture(beginning: Uint8Array): { width: number; height: number } | undefined {
  try {
    const { width, height } = imageSize(beginning)
    return width > 0 && height > 0 ? { width: Math.round(width), height: Math.round(height) } : undefined
  } catch {
    // A damaged picture, or a format that the library does not measure, is stored without dimensions.
    return undefined
  }
}
