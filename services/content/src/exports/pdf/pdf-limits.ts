/** Limits of one PDF. Larger content is refused, except that pictures beyond the limits are printed as links. */
export const pdfLimits = {
  pages: 3000,
  /** Length of all texts together. */
  characters: 20_000_000,
  reusables: 1000,
  pictures: 2000,
  /** Size of one picture, and of all. */
  pictureBytes: 20 << 20,
  allPictureBytes: 200 << 20,
  /** Pixels of one picture, and of all: unpacked, a pixel takes 4 bytes in the printing process. */
  pixels: 16_000_000,
  allPixels: 80_000_000,
}
