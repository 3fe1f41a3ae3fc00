import { nextAnswer as answerOf, nextStatement as nextOf, onStatements } from '@quire/world/service-test'
import type { World } from '../world.ts'

/** Statements that read access or content. Statements of the service's jobs, which run at any time, do not match. */
const ofReads = /"(tree_node|document|revision|change_request)"|^\s*with recursive/

/** Statements of the jobs that count and index, which run at any time. */
const ofJobs = /counter_(mark|due)|granted_spaces|search_(space|index|segment)/
const isOfJob = (connection: object) =>
  ['background', 'alone'].includes(Reflect.get(connection, 'connectionParameters')?.application_name)

/** The statements that the service sent during some work to read content and to decide on access. */
export const readsDuring = (world: World, work: () => Promise<unknown>): Promise<string[]> =>
  statementsDuring(world, ofReads, work)

/** The statements of a kind that the service sent to its database during some work. */
export async function statementsDuring(world: World, kind: RegExp, work: () => Promise<unknown>): Promise<string[]> {
  const sent: string[] = []
  const stop = onStatements(world.test.service, (statement, connection) => {
    if (kind.test(statement) && !ofJobs.test(statement) && !isOfJob(connection)) sent.push(statement)
  })
  await work().finally(stop)
  return sent
}

/** Resolves when the service has sent its next statement of a kind, and so waits for the locks of that statement. */
export const nextStatement = ({ test }: World, kind: RegExp): Promise<void> => nextOf(test.service, kind)

/** Resolves when the service has the answer to its next statement of a kind. */
export const nextAnswer = ({ test }: World, kind: RegExp): Promise<void> => answerOf(test.service, kind)
