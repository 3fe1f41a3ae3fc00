import { expect, test } from '@jest/globals'
import { blockSamples } from '../samples.ts'
import { toDocument } from './from-markdown.ts'

type Node = { type?: string; raw?: string; text?: string; nodes?: Node[]; leaves?: Node[]; fragments?: Node[] }

const nodesIn = (node: Node): Node[] => [
  node,
  ...[node.nodes, node.leaves, node.fragments].flatMap((inside) => inside ?? []).flatMap(nodesIn),
]
const read = (markdown: string) => nodesIn(toDocument(markdown, {}, 'full') as Node)
const typesIn = (markdown: string) => read(markdown).flatMap(({ type }) => type ?? [])
const rawIn = (markdown: string) => read(markdown).flatMap(({ raw }) => raw ?? [])

const indented = (markdown: string) => markdown.replaceAll(/^/gm, '  ')
const containers: [string, (markdown: string) => string][] = [
  ['a hint', (inside) => `{% hint style="info" %}\n${inside}\n{% endhint %}`],
  ['a tab', (inside) => `{% tabs %}\n{% tab title="One" %}\n${inside}\n{% endtab %}\n{% endtabs %}`],
  ['a step', (inside) => `{% stepper %}\n{% step %}\n${inside}\n{% endstep %}\n{% endstepper %}`],
  ['a column', (inside) => `{% columns %}\n{% column %}\n${inside}\n{% endcolumn %}\n{% endcolumns %}`],
  ['an expandable', (inside) => `<details>\n<summary>More</summary>\n\n${inside}\n\n</details>`],
  ['a list', (inside) => `- item\n\n${indented(inside)}\n`],
  [
    'a tab in a step',
    (inside) =>
      `{% stepper %}\n{% step %}\n{% tabs %}\n{% tab title="One" %}\n${inside}\n{% endtab %}\n{% endtabs %}\n{% endstep %}\n{% endstepper %}`,
  ],
]

/** A sample for each kind that stands by itself. */
const kinds = Object.entries(blockSamples).filter(([, sample]) => sample !== '')

test.each(containers)(
  'every block in %s is the block that it is by itself, directly above the closing tag too',
  (_, around) => {
    for (const [type, sample] of kinds) {
      const alone = typesIn(sample)
      const inside = typesIn(around(sample))
      expect([type, alone.filter((one) => !inside.includes(one))]).toEqual([type, []])
      expect([type, rawIn(around(sample))]).toEqual([type, rawIn(sample)])
    }
  },
)

test.each([
  ['{% hint style="odd" level="3" %}\nwords\n{% endhint %}', 'hint'],
  ['{% tabs odd="1" %}\n{% tab title="a" odd="1" %}\nwords\n{% endtab %}\n{% endtabs %}', 'tabs'],
  ['{% columns %}\n{% column width="wide" %}\nwords\n{% endcolumn %}\n{% endcolumns %}', 'columns'],
  ['{% stepper %}\n<!-- a note -->\n{% step %}\nwords\n{% endstep %}\n{% endstepper %}', 'stepper'],
  ['{% code overflow="odd" fullWidth %}\n```\nwords\n```\n{% endcode %}', 'code'],
  ['<img src="https://example.com/a.png" alt="words" data-size="odd" loading="lazy" class="wide">', 'image'],
  [
    '<table data-view="odd" data-odd><tbody><tr class="x"><td data-card-wrap data-search>words</td></tr></tbody></table>',
    'table',
  ],
  [
    '<table><thead><tr><th width="wide">a</th><th data-type="odd">b</th></tr></thead><tbody><tr><td>words</td><td>2</td></tr></tbody></table>',
    'table',
  ],
  [
    '<table><thead><tr><th data-type="number">a</th></tr></thead><tbody><tr><td>words</td></tr></tbody></table>',
    'table',
  ],
  ['See <button data-action="ask" data-odd="1">words</button>.', 'button'],
  ['See <button data-query="How?">words</button>.', 'button'],
])('an attribute or a value that no block knows does not cost the block: %s', (markdown, type) => {
  expect([typesIn(markdown).includes(type), rawIn(markdown)]).toEqual([true, []])
  expect(JSON.stringify(toDocument(markdown, {}, 'full'))).toContain('words')
})
