/** A file's bytes in the blob store, with size, type and dimensions. */
export interface StoredFile {
  /** Names the bytes in the blob store. */
  blob: string
  /** In bytes. */
  size: number
  /** Detected from the content, never declared by an uploader. */
  contentType: string
  /** Only for a picture, in pixels. */
  dimensions?: { width: number; height: number }
}
