/** A file's bytes in the blob store, and what is known of them. */
export interface StoredFile {
  /** Names the bytes in the blob store. */
  blob: string
  /** In bytes. */
  size: number
  /** Found in the content; never what an uploader declares. */
  contentType: string
  /** Of a picture, in pixels. */
  dimensions?: { width: number; height: number }
}
