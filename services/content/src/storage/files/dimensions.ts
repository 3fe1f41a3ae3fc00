import { imageSize } from 'image-size'

/** Reads width and height of a picture in pixels from its beginning; undefined if it declares none. */
export function measurePicture(beginning: Uint8Array): { width: number; height: number } | undefined {
  try {
    // The library reads past the end of a view, into what else the memory below it holds: a copy has memory of its own.
    const { width, height } = imageSize(new Uint8Array(beginning))
    return width > 0 && height > 0 ? { width: Math.round(width), height: Math.round(height) } : undefined
  } catch {
    // A damaged picture, or a format that the library does not measure, is stored without dimensions.
    return undefined
  }
}
