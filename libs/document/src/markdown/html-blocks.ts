import { htmlFlow } from 'micromark-core-commonmark'
import { factorySpace } from 'micromark-factory-space'
import type { Construct, Effects, Extension } from 'micromark-util-types'

const [openingBrace, percent] = [123, 37]

/** The library's own construct for the end of HTML at an empty line. */
const isEmptyLine = ({ tokenize }: Construct) => tokenize.name === 'tokenizeBlankLineBefore'

/** The end of a line before one that begins with a block tag. */
const beforeTag: Construct = {
  partial: true,
  tokenize(effects, ok, nok) {
    return (code) => {
      effects.enter('lineEnding')
      effects.consume(code)
      effects.exit('lineEnding')
      return factorySpace(
        effects,
        (first) => {
          if (first !== openingBrace) return nok(first)
          effects.enter('blockTagText')
          effects.consume(first)
          effects.exit('blockTagText')
          return (second) => (second === percent ? ok(second) : nok(second))
        },
        'linePrefix',
      )
    }
  },
}

/** Lets HTML that ends at an empty line end before a block tag as well. */
const endingAtTags = (effects: Effects): Effects => ({
  ...effects,
  check: ((construct: Construct, ok: Parameters<Effects['check']>[1], nok: Parameters<Effects['check']>[2]) =>
    isEmptyLine(construct)
      ? effects.check(beforeTag, ok, effects.check(construct, ok, nok))
      : effects.check(construct, ok, nok)) as Effects['check'],
})

/**
 * HTML between blocks, which ends before a line with a block tag too. Markdown ends most HTML only at an empty line, and
 * authors write `{% endtab %}` directly below a figure.
 */
export const htmlBlockSyntax: Extension = {
  flow: {
    60: {
      ...htmlFlow,
      name: 'htmlBlock',
      tokenize(effects, ok, nok) {
        return htmlFlow.tokenize.call(this, endingAtTags(effects), ok, nok)
      },
    },
  },
}
