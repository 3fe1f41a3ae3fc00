import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from '@jest/globals'
import { parseFrontMatter, toDocument, toMarkdown } from '@quire/document'
import { blockSamples } from '@quire/document/samples'
import { plainText } from '../../src/markdown/readable-text.ts'
import { readCorpus } from '../corpus.ts'
import { withoutNames } from '../trees.ts'
import { countSource } from './count-source.ts'
import { countTree } from './count-tree.ts'
import { normalised } from './same-text.ts'

/** Documentation of others: a small one of the repository, and a large one where somebody keeps it beside it. */
const corpora = {
  'fluentd-docs': fileURLToPath(new URL('../../../../tests/fixtures/fluentd-docs.zip', import.meta.url)),
  'elsa-docs': fileURLToPath(new URL('../../../../../shared/corpus/elsa-docs.zip', import.meta.url)),
}

const leaked = /\{%|%\}|<\/?(?:table|thead|tbody|tr|td|th|figure|details|summary)\b|\[object /i

/** The words of a tree outside of code. */
function wordsOf(tree: unknown): string[] {
  const words: string[] = []
  JSON.stringify(tree, (name, value) => {
    if (value?.type === 'code' && value.object === 'block') return undefined
    if (name === 'leaves')
      for (const { text, marks } of value)
        if (!marks.some(({ type }: { type: string }) => type === 'code')) words.push(text)
    return value
  })
  return words
}

for (const [name, archive] of Object.entries(corpora)) {
  const ifThere = existsSync(archive) ? test : test.skip
  ifThere(
    `the blocks of each file of ${name} are those of its tree, and writing the tree gives the same file`,
    async () => {
      const pages = await readCorpus(archive)
      expect(pages.length).toBeGreaterThan(180)
      for (const { path, text } of pages) {
        const { body } = parseFrontMatter(text)
        const shown = toDocument(body, {}, 'full')
        expect([path, countTree(shown)]).toEqual([path, countSource(body)])
        expect([path, wordsOf(shown).filter((words) => leaked.test(words))]).toEqual([path, []])
        const tree = toDocument(body, {}, 'next')
        const written = toMarkdown(tree)
        expect([path, withoutNames(toDocument(written, {}, 'next'))]).toEqual([path, withoutNames(tree)])
        expect([path, normalised(written)]).toEqual([path, normalised(body)])
      }
    },
  )
}

const indented = (markdown: string) => markdown.replaceAll(/^/gm, '  ')
const containers: [string, (markdown: string) => string][] = [
  ['a page', (inside) => inside],
  ['a hint', (inside) => `{% hint style="info" %}\n${inside}\n{% endhint %}`],
  ['a tab', (inside) => `{% tabs %}\n{% tab title="One" %}\n${inside}\n{% endtab %}\n{% endtabs %}`],
  ['a step', (inside) => `{% stepper %}\n{% step %}\n${inside}\n{% endstep %}\n{% endstepper %}`],
  ['a column', (inside) => `{% columns %}\n{% column %}\n${inside}\n{% endcolumn %}\n{% endcolumns %}`],
  [
    'an update',
    (inside) =>
      `{% updates format="full" %}\n{% update date="2026-01-02" %}\n${inside}\n{% endupdate %}\n{% endupdates %}`,
  ],
  ['an expandable', (inside) => `<details>\n<summary>More</summary>\n\n${inside}\n\n</details>`],
  ['a condition', (inside) => `{% if visitor.claims.beta %}\n${inside}\n{% endif %}`],
  ['an item', (inside) => `* item\n\n${indented(inside)}\n`],
]

test.each(containers)('every block in %s is counted in its tree', (_, around) => {
  for (const [type, sample] of Object.entries(blockSamples)) {
    if (sample === '') continue
    const markdown = `${around(sample)}\n\n[^2]: note\n`
    expect([type, countTree(toDocument(markdown, {}, 'full'))]).toEqual([type, countSource(markdown)])
    expect([type, plainText(markdown)]).toEqual([type, expect.not.stringMatching(/\{%|<td|<figure|\[object /)])
  }
})
