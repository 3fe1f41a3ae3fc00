import { specification } from '../../../services/sites/src/website/render/blocks/every-kind.fixture.ts'
import { addresses, markup, short } from './vectors.ts'

/** The text within quotes, and on a line. */
const quoted = (text: string) => singleLine(text).replaceAll('"', "'")
const singleLine = (text: string) => text.replaceAll(/\s/g, ' ')
const inCell = (text: string) => singleLine(text).replaceAll('|', '')
const table = (text: string, to: string) =>
  `<table data-view="cards"><thead><tr><th>${text}</th><th data-hidden data-card-target data-type="content-ref"></th><th data-hidden data-card-cover data-type="image"></th></tr></thead><tbody><tr><td>${text}</td><td><a href="${to}">t</a></td><td><img src="${to}"></td></tr></tbody></table>`

/** Hostile content where a page has text. */
const aroundWords: Record<string, (text: string, at: number) => string> = {
  headings: (text) => `## ${singleLine(text)} <a href="#cookie" id="${quoted(text)}"></a>`,
  marks: (text) => `**${singleLine(text)}** _${singleLine(text)}_ \`${singleLine(text)}\``,
  code: (text) => `{% code title="${quoted(text)}" %}\n\`\`\`html\n${text}\n\`\`\`\n{% endcode %}`,
  languages: (text) => `\`\`\`${singleLine(text).replaceAll('`', '')}\n${text}\n\`\`\``,
  math: (text) => `$$\n\\href{javascript:pwn()}{x} \\htmlStyle{position:fixed}{x} \\text{${singleLine(text)}}\n$$`,
  tabs: (text) =>
    `{% tabs %}\n{% tab title="${quoted(text)}" icon="${quoted(text)}" %}\n${singleLine(text)}\n{% endtab %}\n{% endtabs %}`,
  tables: (text) => `| ${inCell(text)} | b |\n| - | - |\n| ${inCell(text)} | b |`,
  folded: (text) => `<details>\n<summary>${singleLine(text)}</summary>\n\n${singleLine(text)}\n\n</details>`,
  diagrams: (text) =>
    `\`\`\`mermaid\n%%{init: {"themeCSS": "${quoted(text)}"}}%%\nflowchart TD\n  a["${quoted(text)}"] -->|"${quoted(text)}"| b\n  style a fill:${singleLine(text)}\n  click a "${quoted(text)}"\n\`\`\``,
  integrations: (text) => `{% @mermaid/diagram content="${quoted(text)}" url="${quoted(text)}" %}`,
  notes: (text, at) =>
    `[${singleLine(text).replaceAll(/[[\]]/g, '')}](#user-content-fn-${at})[^${at}]\n\n[^${at}]: ${singleLine(text)}`,
  hints: (text) => `{% hint style="${quoted(text)}" icon="${quoted(text)}" %}\n${singleLine(text)}\n{% endhint %}`,
  steps: (text) =>
    `{% stepper %}\n{% step icon="${quoted(text)}" %}\n## ${singleLine(text)}\n{% endstep %}\n{% endstepper %}`,
  updates: (text) =>
    `{% updates format="short" %}\n{% update date="${quoted(text)}" tags="${quoted(text)}" %}\n${singleLine(text)}\n{% endupdate %}\n{% endupdates %}`,
  prompts: (text) =>
    `{% prompt description="${quoted(text)}" icon="${quoted(text)}" openInAIProviders="true" %}\n\`\`\`\n${singleLine(text)}\n\`\`\`\n{% endprompt %}`,
}

/** Hostile content where a page has addresses. */
const aroundAddresses: Record<string, (text: string) => string> = {
  links: (text) => `[${singleLine(text)}](<${singleLine(text)}> "${quoted(text)}") <${singleLine(text)}>`,
  buttons: (text) =>
    `<a href="${quoted(text)}" class="button primary" data-icon="${quoted(text)}">Go</a> <button type="button" class="button primary" data-action="select" data-slug="${quoted(text)}">Select</button>`,
  pictures: (text) => `![${singleLine(text)}](<${singleLine(text)}> "${quoted(text)}")`,
  figures: (text) =>
    `<figure><picture><source srcset="${quoted(text)}" media="(prefers-color-scheme: dark)"><img src="${quoted(text)}" alt="${quoted(text)}"></picture><figcaption>${singleLine(text)}</figcaption></figure>`,
  embeds: (text) =>
    `{% embed url="${quoted(text)}" %}\n${singleLine(text)}\n{% endembed %}\n\n{% file src="${quoted(text)}" %}\n${singleLine(text)}\n{% endfile %}`,
  references: (text) =>
    `{% content-ref url="${quoted(text)}" %}\n[${singleLine(text)}](<${singleLine(text)}>)\n{% endcontent-ref %}`,
  cards: (text) => table(singleLine(text), quoted(text)),
}

const written = (contexts: Record<string, (text: string, at: number) => string>, texts: readonly string[]) =>
  Object.values(contexts).map((context) => texts.map(context).join('\n\n'))

/** Combined vectors, because pages with each vector at each position alone take long to render. */
const together = (texts: readonly string[], size: number) =>
  Array.from({ length: Math.ceil(texts.length / size) }, (_, at) => texts.slice(at * size, (at + 1) * size).join(' '))

/** Texts of pages, by their slugs. */
export const hostileTexts: Record<string, string> = {
  markup: markup.join('\n\n'),
  words: written(aroundWords, together(markup, 9)).join('\n\n'),
  addresses: written(aroundAddresses, [...addresses, ...together(markup, 18)]).join('\n\n'),
}

/** Properties that name a type or refer to another part. */
const structure = new Set(['openapi', 'type', 'in', '$ref', 'style', 'scheme'])

/** Replaces every human text by `text`; names of properties, and lists of them, stay. */
function poisoned<Value>(value: Value, text: string, holder = ''): Value {
  if (typeof value === 'string') return (structure.has(holder) ? value : text) as Value
  if (Array.isArray(value)) return (holder === 'required' ? value : value.map((one) => poisoned(one, text))) as Value
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, poisoned(one, text, key)])) as Value
}

export const hostileSpecification = JSON.stringify(
  poisoned(specification, [...markup.slice(0, 12), ...addresses.slice(0, 4)].join(' ')),
)

/** Shows all parts of a specification. */
export const interfaceText = (slug: string, label = short.replaceAll(/[<>"']/g, '\\$&')) =>
  [
    `{% openapi-operation spec="${slug}" path="/pets/{id}" method="put" %}\n[${label}](/openapi/${slug})\n{% endopenapi-operation %}`,
    `{% openapi-webhook spec="${slug}" name="born" method="post" %}\n[${label}](/openapi/${slug})\n{% endopenapi-webhook %}`,
    `{% openapi-schemas spec="${slug}" schemas="Pet,Kind" title="${quoted(short)}" %}\n[${label}](/openapi/${slug})\n{% endopenapi-schemas %}`,
  ].join('\n\n')

/** Files that run something where a browser opens them. */
export const hostileFiles = [
  {
    name: `${short}.svg`,
    contentType: 'image/svg+xml',
    text: `<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="40" height="40" onload="top.pwn()"><script>top.pwn()</script><image xlink:href="https://evil.test/svg" width="9" height="9"/><foreignObject><iframe xmlns="http://www.w3.org/1999/xhtml" srcdoc="&lt;script&gt;top.pwn()&lt;/script&gt;"/></foreignObject></svg>`,
  },
  {
    name: 'page.html',
    contentType: 'text/html',
    text: '<!doctype html><html><script>top.pwn()</script><img src=x onerror=top.pwn()></html>',
  },
]

const link = { title: short, to: { kind: 'url', url: 'https://evil.test/link' } }

/** Everything of a site that takes words or addresses. */
export const hostileCustomization = {
  title: `${short} title`,
  announcement: { enabled: true, message: short, link, style: 'danger' },
  header: {
    preset: 'custom',
    links: [
      { ...link, links: [link] },
      { ...link, style: 'button-primary' },
    ],
  },
  footer: { groups: [{ title: short, links: [link] }], copyright: short },
  privacyPolicy: { url: "https://evil.test/privacy?'onmouseover='pwn()" },
  socialPreview: { url: "https://evil.test/social?'-pwn()-'" },
}
