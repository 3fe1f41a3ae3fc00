import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { createWorld, type World } from '@quire/world'
import { ImportContentSource } from 'gitbook-api'
import { apiOf } from './support/api-client.ts'
import { serveArchive } from './support/archives.ts'
import { clientsOf, inTurn } from './support/clients.ts'
import { settled, systemOf } from './support/system-databases.ts'

/** Conditions in front matter that cannot be taken. */
const conditions = {
  empty: 'if:',
  quotes: 'if: ""',
  tag: 'if: !!binary aGk=',
  list: 'if: [visitor.claims.beta]',
  map: 'if: { visitor: beta }',
  capital: 'If: visitor.claims.beta',
  merged: '<<: { if: visitor.claims.beta }',
  long: `if: "${'a'.repeat(1025)}"`,
}

/** Conditions in texts that cannot be read. */
const texts = {
  line: 'Before {% if visitor.claims.beta %}the unicorn{% endif %} after.',
  dash: '{%- if visitor.claims.beta -%}\nThe unicorn.\n{%- endif -%}',
  capitals: '{% IF visitor.claims.beta %}\nThe unicorn.\n{% ENDIF %}',
  indented: 'Before.\n\n    {% if visitor.claims.beta %}\n\nThe unicorn.\n\n    {% endif %}',
  words: '{% if visitor.claims.beta %} The unicorn.\n{% endif %}',
  alternative: '{% if visitor.claims.beta %}\nThe lion.\n{% else %}\nThe unicorn.\n{% endif %}',
  html: '<p>{% if visitor.claims.beta %}The unicorn.{% endif %}</p>',
  list: '1. Do a\n   {% if visitor.claims.beta %}\n2. The unicorn.\n   {% endif %}',
  picture: '![{% if visitor.claims.beta %}The unicorn.{% endif %}](https://e.example/x.png)',
  title: '[x](https://e.example "{% if visitor.claims.beta %}The unicorn.{% endif %}")',
  invisible: '{%\uFEFFif visitor.claims.beta %}\nThe unicorn.\n{%\u200Bendif %}',
  comment: '{% if visitor.claims.beta %}\n<!--\n{% endif %}\n-->\nThe unicorn.\n{% endif %}',
  hiddenTags: '<!-- {% if visitor.claims.beta %} -->\n\nThe unicorn.\n\n<!-- {% endif %} -->',
  attribute: '<div title="{% if visitor.claims.beta %}">\n\nThe unicorn.\n\n</div>',
  script: '<script>\n{% if visitor.claims.beta %}\n</script>\n\nThe unicorn.\n\n<style>\n{% endif %}\n</style>',
  unbegun: '{% fi visitor.claims.beta %}\n\nThe unicorn.\n\n{% endif %}',
  heading: '## {% if visitor.claims.beta %}The unicorn.{% endif %}',
}

/** Front matter with rules that hide a page from lists and search, in spellings that are not read. */
const hidden = { yes: 'hidden: yes', quoted: 'hidden: "true"', number: 'hidden: 1', list: 'Hidden: [true]' }

/** Access rules that nothing reads, because the lines around them are no front matter. */
const unread = {
  late: '\n---\nif: visitor.claims.beta\n---\n',
  dots: '---\nhidden: true\n...\n',
  endless: '---\nif: visitor.claims.beta\n',
  named: '---yaml\nif: visitor.claims.beta\n---\n',
  items: '---\n- if: visitor.claims.beta\n---\n',
  colons: '---\nif:visitor.claims.beta\n---\n',
  indented: ' ---\nhidden: true\n---\n',
  sign: '\u200B---\nhidden: true\n---\n',
  comment: '<!-- A comment -->\n---\nhidden: true\n---\n',
  plus: '+++\nhidden = true\n+++\n',
  quote: '---\ntitle: "a\nif: visitor.claims.beta\n---\n',
  twice: '---\nif: visitor.claims.beta\nif: visitor.claims.beta\n---\n',
  escaped: '---\ntitle: a\ntitle: b\n"\\x69f": visitor.claims.beta\n---\n',
  merged: '---\ntitle: a\ntitle: b\n<<: *rules\n---\n',
  capitals: '---\ntitle: a\ntitle: b\nNOINDEX: true\n---\n',
  colon: '---\ntitle: "a\nif visitor.claims.beta\n---\n',
  between: '---\ntitle: "a\n---\nif: visitor.claims.beta\n---\n',
  nulKey: '---\ni\0f: visitor.claims.beta\n---\n',
  nulFence: '-\0--\nif: visitor.claims.beta\n---\n',
  nulTag: '{% i\0f visitor.claims.beta %}\nThe unicorn.\n{% endif %}\n',
  nulSign: '{\0% if visitor.claims.beta %}\nThe unicorn.\n{% endif %}\n',
  nulLine: '{%\nif\0\nvisitor.claims.beta %}\nThe unicorn.\n{% endif %}\n',
}

const archive = {
  'README.md': '# Home\n\nThe zebra.\n',
  'includes.md': '# Includes\n\n{% include ".gitbook/includes/ruled.md" %}\n',
  '.gitbook/includes/ruled.md': '---\nif: visitor.claims.beta\n---\n\nThe unicorn.\n',
  'code.md': '# Code\n\n```liquid\n{% if user %}The giraffe.{% endif %}\n```\n',
  'readable.md': '# Readable\n\nThe lynx.\n\n{% if visitor.claims.beta %}\nThe unicorn.\n{% endif %}\n',
  ...Object.fromEntries(
    Object.entries(conditions).map(([name, line]) => [
      `if-${name}.md`,
      `---\n${line}\n---\n\n# If ${name}\n\nThe unicorn.\n`,
    ]),
  ),
  ...Object.fromEntries(
    Object.entries(hidden).map(([name, line]) => [
      `hidden-${name}.md`,
      `---\n${line}\n---\n\n# H ${name}\n\nThe unicorn.\n`,
    ]),
  ),
  ...Object.fromEntries(
    Object.entries(unread).map(([name, lines]) => [`unread-${name}.md`, `${lines}\n# U ${name}\n\nThe unicorn.\n`]),
  ),
  'described.md':
    '---\ndescription: "{% if visitor.claims.beta %}The unicorn.{% endif %}"\n---\n\n# Described\n\nThe ibex.\n',
  'titled.md': '# {% if visitor.claims.beta %}The unicorn.{% endif %}\n\nThe unicorn.\n',
  ...Object.fromEntries(
    Object.entries(texts).map(([name, text]) => [`text-${name}.md`, `# Text ${name}\n\n${text}\n`]),
  ),
}

let source: Awaited<ReturnType<typeof serveArchive>>
let world: World
beforeAll(async () => {
  source = await serveArchive(archive)
  world = await createWorld({ env: { OUTBOUND_ALLOW: source.allow } })
})
afterAll(async () => {
  await world?.close()
  await source?.close()
})

test('content whose condition cannot be read is shown to no visitor, and the run names it', async () => {
  const ada = await world.person('ada@example.com', 'Ada')
  const { api: client } = clientsOf(ada, inTurn(world.gateways))
  const api = apiOf(world.gateways[0] ?? '')
  const { id: organizationId } = await api.made('createOrganization', ada.token, { body: { title: 'Zoo' } })
  const params = { organizationId }
  const { id: spaceId } = await api.made('createSpace', ada.token, { params, body: { title: 'Animals' } })
  await client.spaces.importContent(spaceId, { source: ImportContentSource.Zip, url: source.url })
  const { items } = await api.made('listImportRuns', ada.token, { params })
  const run = await api.made('getImportRun', ada.token, { params: { ...params, importRunId: items[0].id } })
  const named = run.problems.map((one: string) => one.replace(/[,:].*$/s, ''))
  expect(named.toSorted()).toEqual(
    [
      ...Object.keys(conditions).map((name) => `if-${name}.md`),
      ...Object.keys(hidden).map((name) => `hidden-${name}.md`),
      ...Object.keys(texts).map((name) => `text-${name}.md`),
      ...['described.md', 'titled.md', 'includes.md'],
    ].sort(),
  )
  expect(run.failures.map(({ path }: { path: string }) => path).toSorted()).toEqual(
    ['.gitbook/includes/ruled.md', ...Object.keys(unread).map((name) => `unread-${name}.md`)].sort(),
  )
  expect(run.problems.find((one: string) => one.startsWith('text-indented'))).toMatch(/^text-indented\.md, line 5: /)

  const { id: siteId } = await api.made('createSite', ada.token, { params, body: { title: 'Zoo', spaces: [spaceId] } })
  await api.made('publishSite', ada.token, { params: { ...params, siteId } })
  await settled(systemOf(world))
  const visit = async (path: string) => {
    const answer = await fetch(`${world.gateways[0]}/sites/${siteId}${path}`)
    return { status: answer.status, text: await answer.text() }
  }
  for (const name of Object.keys(conditions)) expect([name, (await visit(`/if-${name}`)).status]).toEqual([name, 404])
  for (const name of Object.keys(texts))
    for (const path of [`/text-${name}`, `/text-${name}.md`]) {
      const { status, text } = await visit(path)
      expect([path, status, text.includes('unicorn')]).toEqual([path, 200, false])
    }
  for (const path of ['/titled', '/described', '/includes'])
    expect([path, (await visit(path)).text.includes('unicorn')]).toEqual([path, false])
  for (const name of Object.keys(unread)) expect([name, (await visit(`/unread-${name}`)).status]).toEqual([name, 404])
  for (const path of [
    '/llms.txt',
    '/llms-full.txt',
    '/-/search?q=unicorn',
    '/-/search.json?q=unicorn',
    '/sitemap.xml',
    '',
  ]) {
    const { text } = await visit(path)
    expect([path, /The (<mark>)?unicorn|\/(if|hidden|unread)-/.test(text)]).toEqual([path, false])
  }
  // Code is an example, and a condition on lines of its own hides no more than what lies in it.
  expect((await visit('/code')).text).toContain('The giraffe.')
  const readable = (await visit('/readable')).text
  expect([readable.includes('The lynx.'), readable.includes('unicorn')]).toEqual([true, false])
})
