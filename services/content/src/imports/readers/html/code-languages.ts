import type { Element } from 'hast'
import { classesOf } from './elements.ts'

/** Classes by which generators mark the language of code, on the code or on elements around it. */
const prefixed = /^(?:language-|lang-|highlight-source-|highlight-)([a-z][\w+#.-]{0,29})$/i
const none = new Set(['default', 'none', 'notranslate', 'text', 'plaintext', 'plain', 'txt', 'wrapper', 'container'])

/** Returns the language of code by the classes of an element; undefined if they name none. */
export function languageOf(element: Element): string | undefined {
  const classes = classesOf(element)
  const named = classes.flatMap((name) => prefixed.exec(name)?.[1] ?? [])
  // Pandoc writes "sourceCode python".
  const beside = classes.includes('sourceCode')
    ? classes.filter((name) => name !== 'sourceCode' && /^[a-z]+$/.test(name))
    : []
  return [...named, ...beside].find((name) => !none.has(name.toLowerCase()))?.toLowerCase()
}
