import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { pagesTouched } from '@quire/access/testing'
import { grant, member, space, spaceQuestionOperations, team, teamMember } from '@quire/contracts'
import { someOf } from '@quire/properties'
import { sql as raw } from 'kysely'
import { answerable, memberReader } from '../../src/readers/reader.ts'
import { acme, startWorld, type World } from '../world.ts'

const numbers = (count: number) => Array.from({ length: count }, (_, number) => number)
const [spaces, people] = [numbers(200), numbers(20)]
const teams = ['team-0', 'team-1', 'team-2']

/** Returns a number below `below` that depends only on the text, so that two runs try the same. */
const drawn = (text: string, below: number) => createHash('md5').update(text).digest().readUInt32BE() % below

/** Returns a word that only this space contains; no two are similar enough to be misspellings of each other. */
const wordOf = (number: number) =>
  [...createHash('md5').update(`word ${number}`).digest().subarray(0, 6)]
    .map((byte) => `${'bdfgklmnprstvz'[byte % 14]}${'aeiou'[byte % 5]}`)
    .join('')
const words = spaces.map(wordOf)

type Level = 'read' | null
/** Returns one of these rules, or none if the drawn number is beyond them. */
const ruleOf = (text: string, rules: readonly Level[], of: number): Level | undefined => rules[drawn(text, of)]

const isGuest = (person: number) => person % 4 === 0
const defaultOf = (number: number): Level | undefined => ruleOf(`default ${number}`, ['read', null, null, null], 6)
const grantOf = (subject: string, number: number) => ruleOf(`${subject} ${number}`, ['read', null], 16)
const isIn = (person: number, teamId: string) => drawn(`${person} in ${teamId}`, 3) === 0
/** Grants that were reversed. */
const turned = new Map<string, Level>()

/** A second implementation of the rules of rights: the nearest rule counts, and a guest has nothing by default. */
function mayRead(person: number, number: number): boolean {
  const own = turned.has(`${person} ${number}`) ? turned.get(`${person} ${number}`) : grantOf(`${person}`, number)
  if (own !== undefined) return own !== null
  const ofTeams = teams.filter((id) => isIn(person, id)).flatMap((id) => grantOf(id, number) ?? [])
  if (ofTeams.length > 0) return true
  if (teams.some((id) => isIn(person, id) && grantOf(id, number) === null)) return false
  return !isGuest(person) && defaultOf(number) !== null
}

let world: World
const publishGrant = (subjectKind: 'member' | 'team', subjectId: string, number: number, role: Level, version = 1) =>
  world.publishState(grant, {
    ...{ scopeKind: 'space', scopeId: `space-${number}`, organizationId: acme },
    ...{ subjectKind, subjectId, role, version },
  })

async function publishPeople() {
  for (const id of teams) await world.publishState(team, { id, organizationId: acme })
  for (const person of people) {
    const [id, userId] = [`m-${person}`, `person-${person}`]
    await world.publishState(member, { id, organizationId: acme, userId, role: isGuest(person) ? null : 'read' })
    for (const teamId of teams.filter((one) => isIn(person, one)))
      await world.publishState(teamMember, { teamId, memberId: id, organizationId: acme, userId })
  }
}

async function publishSpace(number: number) {
  const word = words[number] ?? ''
  const [id, revision] = [`space-${number}`, `revision-${number}`]
  const more = `Whoever installs the ${word} for the first time puts it on four rubber feet, so that nobody hears the pump.`
  world.feed.put(revision, {
    [`page-${number}`]: {
      title: `The ${word}`,
      markdown: `The ${word} drives the pump.\n\n## Installing the ${word}\n\n${more}`,
    },
  })
  const subjects = [
    ...people.map((one) => ['member', `m-${one}`, `${one}`] as const),
    ...teams.map((one) => ['team', one, one] as const),
  ]
  for (const [kind, subject, name] of subjects) {
    const role = grantOf(name, number)
    if (role !== undefined) await publishGrant(kind, subject, number, role)
  }
  const level = defaultOf(number)
  await world.publishState(space, {
    ...{ id, organizationId: acme, collectionId: null, revision, title: id },
    defaultLevel: level === undefined ? 'inherit' : level,
  })
}

beforeAll(async () => {
  world = await startWorld()
  world.feed.sliceBy(50)
  await publishPeople()
  await Promise.all(spaces.map(publishSpace))
  await world.test.settled()
  for (const number of spaces) await world.queued(`space-${number}`, (row) => row?.pending === false)
}, 120_000)
afterAll(() => world?.stop())

/** Returns the answer to a member's question to the organization or, through sites, to all spaces. */
async function ask(person: number, question: string, by: 'member' | 'site') {
  const userId = `person-${person}`
  if (by === 'member') return (await world.send('askInOrganization', { as: userId, body: { query: question } })).body
  const body = { question, spaces: spaces.map((one) => `space-${one}`), holder: userId, asker: { userId } }
  const as = { kind: 'service', scope: 'full' }
  const { body: events } = await world.test.call(spaceQuestionOperations.askInSpaces, {
    ...{ as, params: { organizationId: acme }, body },
  } as never)
  return JSON.parse(
    events
      .split('\n\n')
      .findLast((one: string) => one.startsWith('data: {"type"'))
      .slice('data: '.length),
  )
}

/** Returns the spaces whose words or pages occur in a response. */
const named = (response: unknown) => {
  const text = JSON.stringify(response).toLowerCase()
  return spaces.filter((number) => text.includes(words[number] ?? '') || text.includes(`page-${number}"`))
}

async function asksForWord(person: number, number: number) {
  const { answer } = await ask(person, `What is the ${words[number]}?`, (person + number) % 2 === 0 ? 'member' : 'site')
  const found = answer.sources.map((one: { page: string }) => one.page)
  const who = `person ${person} and space ${number}`
  expect([who, found]).toEqual([who, mayRead(person, number) ? [`page-${number}`] : []])
  expect([who, named(answer).filter((one) => !mayRead(person, one))]).toEqual([who, []])
  if (!mayRead(person, number)) expect(answer.followupQuestions).toEqual([])
}

test('of a word that only one space has, exactly those who may read the space are told, as soon as their rights change', async () => {
  const pairs = (person: number) => someOf(spaces, 50, `${person}`).map((number) => [person, number] as const)
  for (const [person, number] of people.flatMap(pairs)) await asksForWord(person, number)
  const changed = people.map((person) => [person, (person * 37) % spaces.length] as const)
  for (const [person, number] of changed) {
    const role = mayRead(person, number) ? null : 'read'
    turned.set(`${person} ${number}`, role)
    await publishGrant('member', `m-${person}`, number, role, 2)
  }
  await world.test.settled()
  for (const [person, number] of changed) await asksForWord(person, number)
}, 120_000)

test('what all spaces say is answered, followed up and recommended to each person from what they may read', async () => {
  for (const person of someOf(people, 2, 'people')) {
    const { answer } = await ask(person, 'What drives the pump?', 'member')
    const { body } = await world.send('getRecommendedQuestionsInOrganization', { as: `person-${person}` })
    expect([person, answer.sources.length > 0, answer.followupQuestions.length]).toEqual([person, true, 3])
    expect([person, body.questions.length]).toEqual([person, 5])
    expect([person, named([answer, body]).filter((one) => !mayRead(person, one))]).toEqual([person, []])
  }
})

test('what a caller may read is found once for a question, also while the planner knows nothing of the spaces', async () => {
  const ids = { id: 'm-1', organizationId: acme, userId: 'person-1', role: 'read' } as const
  const reader = memberReader({ ...ids, disabled: false, sso: false, samlProvider: null })
  const query = raw`
    select from search_space where organization_id = ${acme} and ${answerable(reader, 'search_space.space_id')}`
  expect(await pagesTouched(world.sql(), query)).toBeLessThan(20 * spaces.length)
})
