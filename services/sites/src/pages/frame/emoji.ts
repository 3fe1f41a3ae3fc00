import { characterOf } from '@quire/document'

/** The sign of an emoji's code, as pages name it; undefined for what is none. */
export const emojiText = (code: string | undefined): string | undefined =>
  code === undefined ? undefined : characterOf(code)
