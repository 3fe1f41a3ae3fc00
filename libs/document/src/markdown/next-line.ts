import { markdownLineEnding } from 'micromark-util-character'
import type { Construct } from 'micromark-util-types'

/** The end of a line that goes on in the same container. */
export const nextLine: Construct = {
  partial: true,
  tokenize(effects, ok, nok) {
    return (code) => {
      if (!markdownLineEnding(code)) return nok(code)
      effects.enter('lineEnding')
      effects.consume(code)
      effects.exit('lineEnding')
      return (after) => (this.parser.lazy[this.now().line] ? nok(after) : ok(after))
    }
  },
}
