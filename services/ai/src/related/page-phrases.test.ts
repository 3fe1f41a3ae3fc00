import { expect, test } from '@jest/globals'
import { phrasesIn } from './page-phrases.ts'

/** Returns the phrases of a text as readable lines, sorted. */
function said(markdown: string, title = 'Page', language: string | null = null): string[] {
  const all = phrasesIn({ title, markdown, language }).map(({ key, means, page, section }) =>
    means === '' ? `${key} -> ${page}#${section}` : `${key} = ${means}`,
  )
  return all.toSorted()
}

test('an abbreviation means the words beside it whose initials it has', () => {
  const ci = ['en:ci = continuous integration', 'en:continu integr = CI']
  for (const text of [
    'We use continuous integration (CI) here.',
    'CI (continuous integration) is used here.',
    'With *continuous\nintegration* (**CI**), tests run.',
    '- **CI**: continuous integration runs the tests.',
    '## CI - continuous integration',
    '## CI - continuous integration ##',
    'CI stands for continuous integration.',
    'CI is short for continuous integration.',
  ])
    expect([text, said(text)]).toEqual([text, ci])
  expect(said('The hypertext transfer protocol (HTTP).')).toContain('en:http = hypertext transfer protocol')
  expect(said('Its time to live (TTL) ends.')).toContain('en:live time = TTL')
  expect(said('Kontinuierliche Integration (KI) prüft.', 'Seite', 'de')).toContain(
    'de:ki = Kontinuierliche Integration',
  )
})

test('what stands in brackets without being initials means nothing', () => {
  for (const text of [
    'Set the timeout (MS) first.',
    'The server (optional) starts.',
    'A long way (see NASA) to go.',
    'Run it (EOL is near).',
    '```\ncontinuous integration (CI)\n```',
  ])
    expect([text, said(text)]).toEqual([text, []])
})

test('a text says which names are of the same thing', () => {
  const project = ['en:project = workspace', 'en:workspac = project']
  for (const text of [
    'A workspace, also called a *project*, holds pages.',
    'The workspace (formerly known as project) holds pages.',
    'Open your workspace (aka project).',
    'A `workspace` is also known as a “project”.',
    'Create a workspace, or project for short, and wait.',
    '## workspace\n\nAliases: `project`',
    '**workspace**: Holds pages. Also called a project.',
    '| Term | Also called |\n|---|---|\n| workspace | project |',
  ])
    expect([text, said(text).map((one) => one.toLowerCase())]).toEqual([text, project])
  expect(said('Ein Arbeitsbereich, auch bekannt als Projekt, hält Seiten.', 'Seite', 'de')).toHaveLength(2)
  expect(said('**workspace** (project): holds pages.', 'Glossary')).toEqual(project)
  expect(said('**workspace** (project): holds pages.', 'Parameters')).toEqual([])
})

test('a text that only resembles such words says nothing', () => {
  for (const text of [
    'The hook is also called by the router.',
    'It is also called when the server stops.',
    'This was formerly done by hand.',
    'A node is a machine in Kubernetes, previously known as a minion.',
    'Alias fields cannot be filtered.',
  ])
    expect([text, said(text)]).toEqual([text, []])
})

test('words of a link lead to its page or section, unless they are said of any page', () => {
  expect(said('[Set up your login](/pages/sso), [see here](/pages/a), [guide](/pages/b).')).toEqual([
    'en:login set -> sso#',
  ])
  expect(said('[your `kubeconfig`](/pages/k8s#files "Files"), [a server](/pages/s)')).toEqual([
    'en:kubeconfig -> k8s#files',
  ])
  expect(said('[other site](https://example.com), ![set up](/pages/x), [far away](/spaces/s/pages/p)')).toEqual([])
})

test('a name that is cut within a character is none: it could not be kept', () => {
  const before = 'A workspace, also called proj'
  expect(said(`${'x '.repeat(1984)}. ${before}😀ect`)).toEqual([])
  expect(said(`x😀name ${'-'.repeat(152)}, also called foo`)).toEqual([])
})

test('a page says a bounded number of things, in a time that grows with its text', () => {
  const hostile = ['(', '**', '`a', '[b](', 'also called ', 'A (', '| x ', '“', ', or a', 'AB (a b ']
  for (const piece of hostile) expect(said(piece.repeat(100_000 / piece.length)).length).toBeLessThanOrEqual(200)
  expect(said(`# a${' '.repeat(100_000)}b`)).toEqual([])
  expect(said(`${'|a'.repeat(50_000)}\n${'|b\n'.repeat(30_000)}`)).toEqual([])
  expect(said(Array.from({ length: 500 }, (_, at) => `Name${at}x (aka other${at}x).`).join('\n\n'))).toHaveLength(200)
})
