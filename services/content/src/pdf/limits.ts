/** What one PDF may hold; more is refused, and a part of it can be asked for. Pictures beyond are shown as links. */
export const pdfLimits = {
  pages: 3000,
  /** Of all texts together, in characters. */
  characters: 20_000_000,
  reusables: 1000,
  pictures: 2000,
  /** Of one picture, and of all, in bytes. */
  pictureBytes: 20 << 20,
  allPictureBytes: 200 << 20,
  /** Of one picture, and of all: unpacked, a pixel takes 4 bytes of the process that prints. */
  pixels: 16_000_000,
  allPixels: 80_000_000,
}
