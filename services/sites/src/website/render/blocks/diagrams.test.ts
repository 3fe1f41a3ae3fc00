import { describe, expect, test } from '@jest/globals'
import { diagram } from '@quire/diagrams'
import { renderMarkdown } from './blocks.fixture.ts'
import { attributeOf, elementsOf, found, wordsIn } from './parsed.fixture.ts'

const fenced = (text: string) => `\`\`\`mermaid\n${text}\n\`\`\``

const kinds = [
  ['flowchart', 'flowchart LR\n  a([Start]) -->|next| b{Done?}\n  subgraph S\n    b --> c[(Store)]\n  end', 'Done?'],
  ['sequence', 'sequenceDiagram\n  Ada->>Ben: Hello\n  loop daily\n    Ben-->>Ada: Thanks\n  end', 'Hello'],
  ['state', 'stateDiagram-v2\n  [*] --> Open\n  Open --> [*]', 'Open'],
  ['class', 'classDiagram\n  class Wheel {\n    +turn()\n  }\n  Wheel <|-- Crank', 'Crank'],
  ['entity', 'erDiagram\n  SPACE ||--o{ PAGE : has\n  SPACE {\n    string id PK\n  }', 'PAGE'],
] as const

test.each(kinds)('a %s diagram is drawn, with its source below it', async (_, text, word) => {
  const { html } = await renderMarkdown(fenced(text))
  const [drawing] = found(html, 'svg')
  expect(drawing && wordsIn(drawing)).toContain(word)
  const [source] = found(html, 'details').flatMap((one) => found(`<pre>${wordsIn(one)}</pre>`, 'pre'))
  expect(source && wordsIn(source)).toContain(text.split('\n')[0])
})

test.each([
  ['of an unsupported kind', 'gantt\n  title A\n  section B\n  C: 2026-01-01, 3d'],
  ['that is no diagram', 'flowchart TD\n ((((( \n ]]]] foo'],
  ['in a notation that would be drawn wrongly', 'flowchart TD\n  a@{ shape: cyl, label: "x" }'],
])('a diagram %s is shown as it is written', async (_, text) => {
  const { html, isComplete } = await renderMarkdown(fenced(text))
  expect([found(html, 'figure', 'diagram'), isComplete]).toEqual([[], true])
  expect(found(html, 'figure', 'code').map(wordsIn).join()).toContain(text.split('\n').at(-1)?.trim())
})

test('labels of flowcharts have no quotes, and may hold every sign', async () => {
  const drawn = await diagram(
    'flowchart LR\n  subgraph "All of it"\n    a["Start [here] (now)"] -->|"yes / no"| b{"Done?"}\n  end\n  b -- "a | b" --> c(("Round"))\n  c == plain ==> d\n  d -.-> a\n  d-->e["two<br/>lines"]\n  e--so-->f',
  )
  const words = found(drawn ?? '', 'text').map(wordsIn)
  expect(words.toSorted()).toEqual(
    [
      'All of it',
      'Start [here] (now)',
      'yes / no',
      'Done?',
      'a | b',
      'Round',
      'plain',
      'd',
      'two lines',
      'so',
      'f',
    ].sort(),
  )
})

test('the figure of an actor stands above the name', async () => {
  const drawn = (await diagram('sequenceDiagram\n  participant A\n  actor B\n  A->>B: Hello')) ?? ''
  const [, x, y, scale] =
    /<g transform="translate\(([\d.]+),([\d.]+)\) scale\(([\d.]+)\)">/.exec(drawn)?.map(Number) ?? []
  const name = found(drawn, 'text').find((one) => wordsIn(one) === 'B')
  // The figure is 24 wide and high before it is scaled.
  expect(Number(x) + 12 * Number(scale)).toBeCloseTo(Number(name && attributeOf(name, 'x')))
  expect(Number(y) + 24 * Number(scale)).toBeLessThan(Number(name && attributeOf(name, 'y')))
})

test('a diagram of the Mermaid integration is drawn too', async () => {
  const { html } = await renderMarkdown('{% @mermaid/diagram content="flowchart LR\n  a --> b" %}')
  expect(found(html, 'figure', 'diagram')).toHaveLength(1)
})

test('front matter, directives and callbacks change nothing', async () => {
  const plain = 'flowchart TD\n  a --> b'
  const configured = `---\ntitle: T\n---\n%%{init: {"theme": "dark", "themeCSS": "*{background:url(//e.x)}"}}%%\n${plain}\n  click a "https://e.x" _blank\n  click b call alert(1)`
  expect(await diagram(configured)).toBe(await diagram(plain))
})

test('each drawing of a page has ids of its own', async () => {
  const { html } = await renderMarkdown(`${fenced('flowchart TD\n  a --> b')}\n\n${fenced('flowchart TD\n  a --> b')}`)
  const ids = elementsOf(html).flatMap((one) => attributeOf(one, 'id') ?? [])
  expect([new Set(ids).size, ids.every((id) => id.startsWith('q-'))]).toEqual([ids.length, true])
  const markers = elementsOf(html).flatMap((one) => attributeOf(one, 'marker-end') ?? [])
  expect(markers).toHaveLength(2)
  for (const marker of markers) expect(ids).toContain(/#(.*)\)/.exec(marker)?.[1])
})

describe('a hostile diagram is harmless', () => {
  const vectors = [
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '"><svg onload=alert(1)>',
    '</text></svg><iframe src=javascript:alert(1)>',
    '<b onclick=alert(1)>x</b><br style=x:y/><i><u><s>',
    '`**x** [y](javascript:alert(1))`',
    'q-diagram:x" onload="alert(1)',
    '<style>*{color:red}</style><foreignObject><body>',
    '&lt;script&gt;#60;script#62;&#60;script&#62;',
  ]
  const places = (text: string) => [
    `flowchart TD\n  a["${text}"] -->|"${text}"| b(${text})\n  subgraph ${text}\n  c\n  end`,
    `flowchart TD\n  a --> b\n  style a fill:${text},stroke:${text}\n  classDef k fill:url(https://e.x/${text}),color:${text}\n  class b k\n  linkStyle 0 stroke:${text}`,
    `sequenceDiagram\n  participant A as ${text}\n  A->>B: ${text}\n  Note over A,B: ${text}\n  loop ${text}\n  B-->>A: x\n  end`,
    `classDiagram\n  class A {\n    +${text}\n  }\n  A <|-- B : ${text}`,
    `erDiagram\n  A ||--o{ B : "${text}"\n  A {\n    string x PK "${text}"\n  }`,
    `stateDiagram-v2\n  [*] --> A : ${text}\n  state "${text}" as A`,
    text,
  ]
  const elements = new Set('svg g defs marker rect circle ellipse line polyline polygon path text tspan'.split(' '))
  test.each(vectors)('%s', async (text) => {
    for (const written of places(text)) {
      const drawing = await diagram(written)
      for (const element of elementsOf(drawing ?? '')) {
        expect(elements).toContain(element.tagName)
        for (const { name, value } of element.attrs) {
          expect([name, /^(?:on|style|href|xlink)/i.test(name)]).toEqual([name, false])
          expect(value).not.toMatch(/https?:|javascript:|url\((?!#q-diagram:)/)
        }
      }
    }
  })
})

test('words are legible on the colours that authors choose', async () => {
  const styles = 'style a fill:#ffff00\n  style b fill:#000080,color:#000\n  style c fill:white,color:#111'
  const drawing = await diagram(
    `flowchart TD\n  a[One] --> b[Two] --> c[Three] --> d[Four]\n  ${styles}\n  style d color:#eee`,
  )
  const colours = found(drawing ?? '', 'text').map((one) => [wordsIn(one), attributeOf(one, 'fill')])
  expect(Object.fromEntries(colours)).toEqual({
    One: '#000000',
    Two: '#ffffff',
    Three: '#111111',
    Four: 'var(--_text)',
  })
})
