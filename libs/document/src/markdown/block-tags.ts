import type { Literal } from 'mdast'
import type { Extension as FromMarkdownExtension } from 'mdast-util-from-markdown'
import type { Options } from 'mdast-util-to-markdown'
import { factorySpace } from 'micromark-factory-space'
import { markdownLineEnding } from 'micromark-util-character'
import type { Construct, Extension, State } from 'micromark-util-types'
import { nextLine } from './next-line.ts'

/** A tag such as `{% hint style="info" %}`, as written; one in a line with words is part of their paragraph. */
export interface BlockTag extends Literal {
  type: 'blockTag'
}

declare module 'mdast' {
  interface RootContentMap {
    blockTag: BlockTag
  }
  interface BlockContentMap {
    blockTag: BlockTag
  }
}

declare module 'micromark-util-types' {
  interface TokenTypeMap {
    blockTag: 'blockTag'
    blockTagText: 'blockTagText'
  }
}

/** `closed`: whether a line below ends an integration's tag, the only one whose text may run over several lines. */
function constructOf(closed: (line: number) => boolean): Construct {
  return {
    name: 'blockTag',
    concrete: true,
    tokenize(effects, ok, nok) {
      let integration = false
      const end: State = (code) => {
        if (code !== null && !markdownLineEnding(code)) return nok(code)
        effects.exit('blockTag')
        return ok(code)
      }
      const closing: State = (code) => {
        effects.exit('blockTagText')
        return factorySpace(effects, end, 'whitespace')(code)
      }
      /** `%}` at the end of a line closes the tag; in an integration's text it may stand further up. */
      const close: State = (code) => {
        if (code !== 125) return inside(code)
        effects.consume(code)
        return integration ? effects.check(lineEnd, closing, inside) : closing
      }
      const line: State = (code) => {
        if (code === null) return nok(code)
        if (markdownLineEnding(code)) return effects.attempt(nextLine, line, nok)(code)
        effects.enter('blockTagText')
        return inside(code)
      }
      const inside: State = (code) => {
        if (code === null || markdownLineEnding(code)) {
          if (!integration) return nok(code)
          effects.exit('blockTagText')
          return line(code)
        }
        effects.consume(code)
        return code === 37 ? close : inside
      }
      const name: State = (code) => {
        if (code === 32) {
          effects.consume(code)
          return name
        }
        integration = code === 64 && closed(this.now().line)
        return inside(code)
      }
      const percent: State = (code) => {
        if (code !== 37) return nok(code)
        effects.consume(code)
        return name
      }
      return (code) => {
        effects.enter('blockTag')
        effects.enter('blockTagText')
        effects.consume(code)
        return percent
      }
    },
  }
}

const lineEnd: Construct = {
  partial: true,
  tokenize(effects, ok, nok) {
    return factorySpace(
      effects,
      (code) => (code === null || markdownLineEnding(code) ? ok(code) : nok(code)),
      'whitespace',
    )
  },
}

/** The syntax of block tags for one text. */
export function blockTagSyntax(markdown: string): Extension {
  const lines = markdown.includes('{% @') ? markdown.split(/\r\n|\r|\n/) : []
  const last = lines.findLastIndex((line) => /%\}[ \t]*$/.test(line)) + 1
  return { flow: { 123: constructOf((line) => line < last) } }
}

export const blockTagFromMarkdown: FromMarkdownExtension = {
  enter: {
    blockTag(token) {
      this.enter({ type: 'blockTag', value: '' }, token)
      this.buffer()
    },
    blockTagText(token) {
      this.config.enter.data?.call(this, token)
    },
  },
  exit: {
    blockTagText(token) {
      this.config.exit.data?.call(this, token)
    },
    blockTag(token) {
      const value = this.resume()
      const node = this.stack.at(-1)
      if (node?.type === 'blockTag') node.value = value.trimEnd()
      this.exit(token)
    },
  },
}

export const blockTagToMarkdown: Options = {
  unsafe: [{ character: '{', after: '%', inConstruct: 'phrasing' }],
  handlers: { blockTag: (node: BlockTag) => node.value },
}

type TagAttribute = { name: string; value: string; start: number; end: number; quote: string }

const quoted = /"([^"]*)"|'([^']*)'|[“”]([^“”]*)[“”]/.source
/** A value without quotes ends at a space, one whose closing quote is missing at the end of its tag. */
const unquoted = /((?:(?!%\})[^\s"'“”])+)|["']([^"'\n]{0,200}?)(?=[ \t]{0,8}%\}$)/.source
const attribute = new RegExp(`(?<![\\w-])([\\w-]{1,64})[ \\t]{0,8}=[ \\t]{0,8}(?:${quoted}|${unquoted})`, 'g')
/** `{% include "path" %}`: what is included has no name, so it gets the tag's. */
const included = new RegExp(
  `^\\{%[ \\t]{0,8}(include)[ \\t]{1,8}(?:${quoted}|((?:(?!%\\})[^\\s"'“”=])+)(?=[ \\t]*%\\}))`,
)

/**
 * The tag's name (`hint`, `endhint`, `@integration/block`) and its attributes, with the place of each value inside `text`
 * and the quote before it, which is empty where the value has none.
 */
export function readBlockTag(text: string): { name: string; attributes: TagAttribute[] } {
  const name = /^\{%[ \t]{0,8}(@?[\w-]{1,64}(?:\/[\w-]{1,64})?)/.exec(text)?.[1] ?? ''
  const bare = included.exec(text)
  const attributes = [...(bare ? [bare] : []), ...text.matchAll(attribute)].map((match): TagAttribute => {
    const value = match.slice(2).find((one) => one !== undefined) ?? ''
    const first = match[0].length - value.length - (/["'“”]$/.test(match[0]) ? 1 : 0)
    const quote = /["'“”]/.exec(match[0][first - 1] ?? '')?.[0] ?? ''
    const start = match.index + first
    return { name: match[1] ?? '', value, start, end: start + value.length, quote }
  })
  return { name, attributes }
}
