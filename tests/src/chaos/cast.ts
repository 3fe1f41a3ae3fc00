import type { Person } from '../support/load-client.ts'
import type { Processes } from '../support/processes.ts'

const authors = 8

interface Cast {
  authors: Person[]
  people: Person[]
  passing: Person
  /** A person who writes nothing, so that their reads wait for nothing. */
  watcher: Person
}

export async function castOf(system: Processes): Promise<Cast> {
  const person = async (name: string): Promise<Person> => {
    const email = `${name}@example.com`
    const token = await system.tokenFor(email, name)
    const { id } = await sent(system, token, 'GET', '/user')
    return { id, token, email }
  }
  return {
    people: await Promise.all(['grace', 'kurt', 'emmy'].map(person)),
    passing: await person('maria'),
    watcher: await person('watcher'),
    authors: await Promise.all(Array.from({ length: authors }, (_, n) => person(`author${n}`))),
  }
}

export async function probesOf(system: Processes, { token }: Person) {
  const organization = await sent(system, token, 'POST', '/orgs', { title: 'Watched' })
  const space = await sent(system, token, 'POST', `/orgs/${organization.id}/spaces`, { title: 'Watched' })
  const paths = {
    identity: '/user',
    content: `/spaces/${space.id}`,
    sites: `/orgs/${organization.id}/sites`,
    ai: `/orgs/${organization.id}/ask/questions`,
  }
  // People may use another gateway later.
  return Object.entries(paths).map(([service, path]) => ({ service, token, url: () => `${system.url}/v1${path}` }))
}

export async function sent(system: Processes, token: string, method: string, path: string, body?: object) {
  const headers = { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) }
  const response = await fetch(`${system.url}/v1${path}`, {
    method,
    headers,
    ...(body && { body: JSON.stringify(body) }),
  })
  if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${await response.text()}`)
  return (await response.json()) as { id: string }
}
