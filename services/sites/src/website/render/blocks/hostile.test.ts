import { expect, test } from '@jest/globals'
import { type JSONDocument, toDocument } from '@quire/document'
import { renderTree, type TestContext, testContext } from './blocks.fixture.ts'
import { everyKind, specification } from './every-kind.fixture.ts'
import { type Element, elementsOf } from './parsed.fixture.ts'

const vectors = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "'><svg onload=alert(1)>",
  '" autofocus onfocus="alert(1)',
  '</code></pre></textarea></title></style><script>alert(1)</script>',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<base href="https://evil.example/"><meta http-equiv="refresh" content="0;url=https://evil.example/">',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
  '<!--<img src="--><img src=x onerror=alert(1)//">',
  '<form action="https://evil.example/"><input name="attributes"><button>x</button></form>',
  '\\href{javascript:alert(1)}{x} \\url{javascript:alert(1)} \\htmlId{q-note}{x} \\htmlStyle{color:red}{x}',
  '\u0000<a href="x" style="position:fixed">\u2028x</a>',
  '&lt;script&gt;alert(1)&lt;/script&gt;&#60;img src=x onerror=alert(1)&#62;',
  '[x](javascript:alert(1)) ![x](data:text/html,<script>alert(1)</script>) <javascript:alert(1)>',
]
const addresses = [
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'java\nscript:alert(1)',
  '\u0001javascript:alert(1)',
  ' javascript://e.x/%0aalert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:msgbox(1)',
  'file:///etc/passwd',
  'blob:https://e.x/1',
  'https://e.x/"onmouseover="alert(1)',
]
/** Properties that name the kind of a thing, rather than hold text of people. */
const structure = new Set([
  'columns',
  'values',
  'object',
  'type',
  'kind',
  'fragment',
  'in',
  '$ref',
  'method',
  'openapi',
  'format',
  'style',
  'action',
])

/** The same with the text in the place of every text that people write; what cells point at is in their `values`. */
function poisoned<Value>(value: Value, text: string, holder = ''): Value {
  if (typeof value === 'string') return (structure.has(holder) ? value : text) as Value
  if (Array.isArray(value)) return value.map((one) => poisoned(one, text, holder)) as Value
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([key, one]) => [
    key,
    poisoned(one, text, holder === 'values' && typeof one === 'string' ? 'values' : key),
  ])
  return Object.fromEntries(entries) as Value
}

const document = toDocument(everyKind, {}, 'next')

function hostileContext(text: string): TestContext {
  return {
    ...testContext,
    target: () => ({ href: text, title: text, description: text, emoji: text, icon: text, type: text, size: 5 }),
    picture: () => ({ src: text, width: 5, height: 5 }),
    reusable: () => toDocument(text, {}, 'next').nodes,
    openapi: () => poisoned(specification, text),
  }
}

/** Markup that no page may hold, whoever wrote it. */
function dangers(element: Element): string[] {
  const { tagName, attrs } = element
  const found = forbidden.has(tagName) ? [`<${tagName}>`] : []
  for (const { name, value } of attrs) {
    if (name.startsWith('on') || ['style', 'srcdoc', 'name', 'action', 'formaction', 'srcset'].includes(name))
      found.push(name)
    if (leading.has(name) && !isHarmless(value)) found.push(`${tagName} ${name}=${value}`)
    if (name === 'type' && tagName === 'button' && value !== 'button') found.push(`button ${value}`)
    if (name === 'id' && !/^(?:[^q]|q[^-]|q-(?:note|icon-[a-z\d-]+)(?:-\d+)?$)/u.test(value)) found.push(`id ${value}`)
  }
  return found
}

const forbidden = new Set(
  ['script', 'style', 'iframe', 'object', 'embed', 'form', 'base', 'meta', 'link', 'template'].concat(
    ...[
      'textarea',
      'foreignobject',
      'animate',
      'set',
      'mglyph',
      'annotation-xml',
      'maction',
      'title',
      'frame',
      'portal',
    ],
  ),
)
const leading = new Set(['href', 'src', 'xlink:href', 'poster', 'data-frame', 'data-picture', 'cite', 'background'])

/** As a browser reads it: it drops line ends and signs that cannot be seen. */
function isHarmless(address: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: browsers drop exactly these
  const url = new URL(address.replace(/^[\u0000-\u0020]+|[\t\r\n]/g, ''), 'https://ours.invalid')
  return ['http:', 'https:', 'mailto:', 'tel:'].includes(url.protocol)
}

const dangersIn = async (tree: Pick<JSONDocument, 'nodes'>, context: TestContext) =>
  elementsOf((await renderTree(tree, context)).html).flatMap(dangers)

test('nothing runs and nothing leaves the page, whatever stands in any text of a document, a reference or a specification', async () => {
  for (const vector of [vectors.join(' '), ...vectors.slice(0, 4), ...addresses])
    expect([vector, await dangersIn(poisoned(document, vector), hostileContext(vector))]).toEqual([vector, []])
})

test('nothing runs in what people write as markdown', async () => {
  const around = (text: string) => [
    text,
    `# ${text}`,
    `**${text}**`,
    `| ${text} |\n| - |\n| ${text} |`,
    `[${text}](${text})`,
    `![${text}](<${text}>)`,
    `<a href="${text}">x</a>`,
    `<table><tr><td>${text}</td></tr></table>`,
    `{% embed url="${text}" %}`,
    `{% tabs %}\n{% tab title="${text}" %}\n${text}\n{% endtab %}\n{% endtabs %}`,
    `\`\`\`${text}\n${text}\n\`\`\``,
    `$$\n${text}\n$$`,
    `<h2 id="${text}">${text}</h2>`,
  ]
  for (const vector of [...vectors, ...addresses]) {
    const page = toDocument(around(vector).join('\n\n'), {}, 'next')
    expect([vector, await dangersIn(page, testContext)]).toEqual([vector, []])
  }
})

test('what people write takes none of the ids that are ours', async () => {
  const page = toDocument(
    '## Two <a href="#q-note" id="q-note"></a>\n\n[words](#user-content-fn-1)[^1]\n\n[^1]: note',
    {},
    'next',
  )
  const ids = elementsOf((await renderTree(page, testContext)).html).flatMap(({ attrs }) =>
    attrs.flatMap(({ name, value }) => (name === 'id' ? [value] : [])),
  )
  expect(ids).toEqual(['section-q-note', 'q-note'])
})
