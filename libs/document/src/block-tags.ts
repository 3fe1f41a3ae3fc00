import type { Literal } from 'mdast'
import type { Extension as FromMarkdownExtension } from 'mdast-util-from-markdown'
import type { Options } from 'mdast-util-to-markdown'
import { factorySpace } from 'micromark-factory-space'
import { markdownLineEnding } from 'micromark-util-character'
import type { Construct, Extension, State } from 'micromark-util-types'

/** A line of its own such as `{% hint style="info" %}`; `value` is the line as written. */
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
  }
}

const construct: Construct = {
  name: 'blockTag',
  concrete: true,
  tokenize(effects, ok, nok) {
    const end: State = (code) => (code === null || markdownLineEnding(code) ? ok(code) : nok(code))
    const close: State = (code) => {
      if (code !== 125) return inside(code)
      effects.consume(code)
      effects.exit('blockTag')
      return factorySpace(effects, end, 'whitespace')
    }
    const inside: State = (code) => {
      if (code === null || markdownLineEnding(code)) return nok(code)
      effects.consume(code)
      return code === 37 ? close : inside
    }
    const percent: State = (code) => {
      if (code !== 37) return nok(code)
      effects.consume(code)
      return inside
    }
    return (code) => {
      effects.enter('blockTag')
      effects.consume(code)
      return percent
    }
  },
}

export const blockTagSyntax: Extension = { flow: { 123: construct } }

export const blockTagFromMarkdown: FromMarkdownExtension = {
  enter: {
    blockTag(token) {
      this.enter({ type: 'blockTag', value: this.sliceSerialize(token) }, token)
    },
  },
  exit: {
    blockTag(token) {
      this.exit(token)
    },
  },
}

export const blockTagToMarkdown: Options = {
  unsafe: [{ atBreak: true, character: '{', after: '%' }],
  handlers: { blockTag: (node: BlockTag) => node.value },
}

export type TagAttribute = { name: string; value: string; start: number; end: number; quote: string }

const attribute = /(?<![\w-])([\w-]{1,64})[ \t]{0,8}=[ \t]{0,8}(?:"([^"]*)"|'([^']*)')/g

/** The tag's name (`hint`, `endhint`) and its quoted attributes, with the place of each value inside `text`. */
export function readBlockTag(text: string): { name: string; attributes: TagAttribute[] } {
  const name = /^\{%[ \t]{0,8}([\w-]{1,64})/.exec(text)?.[1] ?? ''
  const attributes = [...text.matchAll(attribute)].map((match): TagAttribute => {
    const value = match[2] ?? match[3] ?? ''
    const end = match.index + match[0].length - 1
    return { name: match[1] ?? '', value, start: end - value.length, end, quote: match[0].slice(-1) }
  })
  return { name, attributes }
}

/** The value of one attribute of a tag, if it is there. */
export function tagAttribute(text: string, name: string): string | undefined {
  return readBlockTag(text).attributes.find((candidate) => candidate.name === name)?.value
}
