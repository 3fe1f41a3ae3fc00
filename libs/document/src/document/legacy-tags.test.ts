import { expect, test } from '@jest/globals'
import { links, toDocument, toMarkdown } from '@quire/document'
import { outlineOf } from './outline.fixture.ts'
import { unknownBlocks } from './unknown-blocks.ts'

/** As exports of years ago have it: values without quotes, signs with backslashes, and a request that nothing closes. */
const apiMethod = `{% api-method method="post" host="https://api.e.x" path="/v1/users/:id" %}
{% api-method-summary %}
Change a user
{% endapi-method-summary %}

{% api-method-description %}
Changes a **user**.
{% endapi-method-description %}

{% api-method-spec %}
{% api-method-request %}
{% api-method-path-parameters %}
{% api-method-parameter name="user\\_id" type="string" required=true %}
Its \`id\`
{% endapi-method-parameter %}
{% endapi-method-path-parameters %}

{% api-method-response %}
{% api-method-response-example httpCode=200 %}
{% api-method-response-example-description %}
Good
{% endapi-method-response-example-description %}

\`\`\`json
{}
\`\`\`
{% endapi-method-response-example %}
{% endapi-method-response %}
{% endapi-method-spec %}
{% endapi-method %}
`

const swagger = `{% swagger method="get" path="/users" baseUrl="https://api.e.x" summary="List users" %}
{% swagger-description %}
Lists _them_.
{% endswagger-description %}

{% swagger-parameter in="query" name="page" type="Number" required="true" %}
The page
{% endswagger-parameter %}

{% swagger-parameter in="header" name="Authorization" type="String" %}

{% endswagger-parameter %}

{% swagger-response status="200: OK" description="Fine" %}
\`\`\`json
[]
\`\`\`
{% endswagger-response %}
{% endswagger %}
`

const codeTabs = `{% code-tabs %}
{% code-tabs-item title="a.js" %}
\`\`\`js
a
\`\`\`
{% endcode-tabs-item %}
{% endcode-tabs %}
`

const legacy: [string, string, string[]][] = [
  [
    'an operation',
    apiMethod,
    [
      'heading-3 Change a user',
      'paragraph bold(POST) code(https://api.e.x/v1/users/:id)',
      'paragraph Changes a bold(user).',
      'paragraph bold(Path parameters)',
      'table Name | Type | Description',
      '  paragraph code(user_id)',
      '  paragraph string, required',
      '  paragraph Its code(id)',
      'paragraph bold(Responses)',
      'tabs',
      '  tabs-item 200',
      '    paragraph Good',
      '    code json',
      '      code-line {}',
    ],
  ],
  [
    'an operation of the later format',
    swagger,
    [
      'heading-3 List users',
      'paragraph bold(GET) code(https://api.e.x/users)',
      'paragraph Lists italic(them).',
      'paragraph bold(Query parameters)',
      'table Name | Type | Description',
      '  paragraph code(page)',
      '  paragraph Number, required',
      '  paragraph The page',
      'paragraph bold(Headers)',
      'table Name | Type | Description',
      '  paragraph code(Authorization)',
      '  paragraph String',
      'paragraph bold(Responses)',
      'tabs',
      '  tabs-item 200: OK',
      '    paragraph Fine',
      '    code json',
      '      code-line []',
    ],
  ],
  ['the card of a page', '{% page-ref page="../a/b.md" %}\n', ['content-ref ../a/b.md']],
  [
    'a film by its name',
    '{% youtube id="dQw4w9WgXcQ" %}{% endyoutube %}\n',
    ['embed https://www.youtube.com/watch?v=dQw4w9WgXcQ'],
  ],
  ['a film by its bare name', '{% youtube dQw4w9WgXcQ %}\n', ['embed https://www.youtube.com/watch?v=dQw4w9WgXcQ']],
  ['a film of another host', '{% vimeo 123456789 %}\n', ['embed https://vimeo.com/123456789']],
  ['code under a title', codeTabs, ['code js a.js', '  code-line a']],
  [
    'code under several titles',
    codeTabs.replace(
      '{% endcode-tabs %}',
      '{% code-tabs-item title="b.js" %}\n```js\nb\n```\n{% endcode-tabs-item %}\n{% endcode-tabs %}',
    ),
    [
      'tabs',
      '  tabs-item a.js',
      '    code js',
      '      code-line a',
      '  tabs-item b.js',
      '    code js',
      '      code-line b',
    ],
  ],
  [
    'text that another program left alone',
    '{% raw %}\nSome **words** {{ x }}\n{% endraw %}\n',
    ['paragraph Some bold(words) {{ x }}'],
  ],
  ['a caption in the tag', '{% embed url="https://e.x" caption="Words" %}\n', ['embed https://e.x Words']],
]

test.each(legacy)('%s of an older format is read as blocks of today, and written as it was', (_, markdown, outline) => {
  expect(outlineOf(markdown)).toEqual(outline)
  expect(unknownBlocks(markdown)).toEqual([])
  for (const edition of ['current', 'next'] as const) {
    const written = toMarkdown(toDocument(markdown, {}, edition))
    expect(written.replaceAll(/\s+/g, '')).toBe(markdown.replaceAll(/\s+/g, ''))
  }
})

test.each([
  ['tip', 'success'],
  ['working', 'warning'],
  ['error', 'danger'],
  ['odd', 'info'],
])('a hint of the style %s is read as %s', (written, style) => {
  for (const tag of [`{% hint style='${written}' %}`, `{% hint style=${written} %}`, `{% hint '${written}' %}`])
    expect(outlineOf(`${tag}\nWords\n{% endhint %}`)).toEqual([`hint ${style}`, '  paragraph Words'])
})

test.each([
  ['{% embed url="https://e.x" %}', '{% endembed %}', 'embed https://e.x'],
  ['{% file src="/files/f1" %}', '{% endfile %}', 'file'],
  ['{% content-ref url="https://e.x" %}', '{% endcontent-ref %}', 'content-ref https://e.x'],
])('what stands in %s and is no plain line follows the block', (open, close, block) => {
  expect(outlineOf(`${open}\nA **bold** [caption](https://e.y) \`code\`\n${close}`)).toEqual([
    block,
    'paragraph A bold(bold) [caption] code(code)',
  ])
})

test('a film is found by the address between the tags', () => {
  const markdown = '{% youtube %}\nhttps://youtu.be/dQw4w9WgXcQ\n{% endyoutube %}\n'
  expect(outlineOf(markdown)).toEqual(['embed https://youtu.be/dQw4w9WgXcQ'])
})

test('what a part of an operation holds by itself is shown', () => {
  const markdown =
    '{% swagger-description %}\nWords\n{% endswagger-description %}\n\n{% api-method %}\nOther words\n{% endapi-method %}\n'
  expect(outlineOf(markdown)).toEqual(['paragraph Words', 'paragraph Other words'])
})

test('the page that a card names is a link of the page', () => {
  expect(links('{% page-ref page="../a/b.md" %}').map(({ kind, url }) => [kind, url])).toEqual([['page', '../a/b.md']])
})

test('an address that could run a script makes no block', () => {
  for (const tag of ['{% youtube url="javascript:alert(1)" %}', '{% page-ref page="javascript:alert(1)" %}'])
    expect(outlineOf(tag)).toEqual([`paragraph raw(${tag})`])
  expect(outlineOf('<iframe src="javascript:alert(1)"></iframe>')).toEqual([
    'paragraph raw(<iframe src="javascript:alert(1)">)',
  ])
})
