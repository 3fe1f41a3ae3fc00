export type DocumentErrorCode =
  | 'too-large'
  | 'too-deep'
  | 'too-complex'
  | 'too-slow'
  | 'front-matter'
  | 'path-invalid'
  | 'unsupported-node'

/**
 * The reason for refusing a text. The message is public: it names the problem and its location; `line` counts from 1.
 */
export class DocumentError extends Error {
  override readonly name = 'DocumentError'
  readonly code: DocumentErrorCode
  readonly line: number | undefined

  constructor(code: DocumentErrorCode, message: string, line?: number) {
    super(line === undefined ? message : `${message} (line ${line})`)
    this.code = code
    this.line = line
  }
}
