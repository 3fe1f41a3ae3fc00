import { createHash } from 'node:crypto'
import { compared } from '../support/agreement.ts'
import type { Client, Person } from '../support/load-client.ts'
import { type Losses, mayBeLost } from '../support/losses.ts'
import type { Processes } from '../support/processes.ts'
import { isAsPromised } from '../support/promises.ts'
import { reading } from '../support/system-databases.ts'
import { type WriteLog, wronglyMade } from '../support/write-log.ts'
import { leftInDatabases, unhealthy } from './rest.ts'
import { type Worker, wrongRights } from './rights.ts'
import { type Violation, violationsOf } from './violation.ts'

interface Checked {
  workers: Worker[]
  /** Members all the time. */
  people: Person[]
  /** A member now and then. */
  passing: Person
  writeLog: WriteLog
  losses: Losses
}

/** Checks everything that must hold once the system is calm again; describes the violations. */
export async function violations(system: Processes, checked: Checked): Promise<{ found: Violation[]; reads: number }> {
  const { workers, writeLog, losses } = checked
  // Counters that a job updates, and the events of the last writes, may need a moment more.
  const isCalm = async () => [...(await disagreements(system)), ...(await leftInDatabases(system))].length === 0
  await reading(system, isCalm)
  const clients = workers.map(({ client }) => client)
  const reads = { count: 0 }
  const together = async (look: (client: Client) => Promise<string[]>) => (await Promise.all(clients.map(look))).flat()
  const found = await Promise.all([
    together((client) => unreadable(client, losses, reads)).then((all) => violationsOf('lost', all)),
    together((client) => entered(client, losses, reads)).then((all) => violationsOf('rights', all)),
    wrongRights(system, { workers, people: [...checked.people, checked.passing] }).then((all) =>
      violationsOf('rights', all),
    ),
    together((client) => halfMerged(client, losses)).then((all) => violationsOf('twice', all)),
    wronglyMade(system, writeLog).then((all) => violationsOf('twice', all)),
    disagreements(system).then((all) => violationsOf('projections', all)),
    unhealthy(system).then((all) => violationsOf('health', all)),
  ])
  // The requests of these checks make events as well, such as that of a profile that others may see from now on.
  await reading(system, async () => (await leftInDatabases(system)).length === 0)
  const left = violationsOf('health', await leftInDatabases(system))
  return { found: [...found.flat(), ...left], reads: reads.count }
}

/** Finds acknowledged things that do not read as they should. */
async function unreadable(client: Client, losses: Losses, reads: { count: number }): Promise<string[]> {
  const lost: string[] = []
  for (const { path, reads: allowed } of client.promises.allowed(losses)) {
    reads.count += 1
    const response = await client.send('GET', path)
    const answer = { status: response.status, body: await response.text() }
    const promised = allowed.find((one) => isAsPromised(one, answer))
    const { status, text } = allowed[0] ?? {}
    if (!promised) lost.push(`${path} should be ${status} ${text ?? ''}: ${answer.status} ${answer.body.slice(0, 200)}`)
    else if (promised.sha256 && (await hashOfFile(answer.body)) !== promised.sha256)
      lost.push(`${path} has other bytes`)
  }
  return lost
}

/** The SHA-256 of the bytes of a file, by the answer that describes it. */
async function hashOfFile(description: string): Promise<string> {
  const { downloadURL } = JSON.parse(description) as { downloadURL: string }
  const response = await fetch(downloadURL)
  return createHash('sha256')
    .update(Buffer.from(await response.arrayBuffer()))
    .digest('hex')
}

/** Reads that succeed although the reader was barred. */
async function entered(client: Client, losses: Losses, reads: { count: number }): Promise<string[]> {
  const barred = client.barred().filter(({ by, of }) => !mayBeLost(by, losses) && !(of && mayBeLost(of, losses)))
  reads.count += barred.length
  const wrong: string[] = []
  // One after another: thousands at once would need more connections than an address has.
  for (const { token, path } of barred) {
    const status = await client.statusFor(token, path)
    if (status === undefined || ![401, 403, 404].includes(status))
      wrong.push(`${path} answers ${status} to somebody barred from it`)
  }
  return wrong
}

/** Change requests that are merged without their page being live, or not merged although it is. */
async function halfMerged(client: Client, losses: Losses): Promise<string[]> {
  const half: string[] = []
  for (const { space, request, page, by } of client.unsureMerges()) {
    if (mayBeLost(by, losses)) continue
    const [one, pages] = await Promise.all([
      client.send('GET', `/spaces/${space}/change-requests/${request}`),
      client.send('GET', `/spaces/${space}/content/pages`),
    ])
    const isMerged = (await one.text()).includes('"status":"merged"')
    const isLive = (await pages.text()).includes(page)
    // A space that was deleted meanwhile has neither.
    if (one.ok && pages.ok && isMerged !== isLive)
      half.push(`${request} is ${isMerged ? '' : 'not '}merged, its page is ${isLive ? '' : 'not '}live`)
  }
  return half
}

/** Projections and counters that differ from their owners' tables. */
async function disagreements(system: Processes): Promise<string[]> {
  return (await compared(system)).flatMap(({ of, actual, expected }) => {
    const [one, other] = [actual, expected].map((rows) => rows.map((row) => JSON.stringify(row)))
    const wrong = one?.find((row) => !other?.includes(row))
    const missing = other?.find((row) => !one?.includes(row))
    return wrong === undefined && missing === undefined ? [] : [`${of}: has ${wrong}, should have ${missing}`]
  })
}
