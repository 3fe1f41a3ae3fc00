import { expect, test } from '@jest/globals'
import { loadConfig, revocationKey, startService } from '@quire/kit'
import { AiConfig, ai } from '../../src/app.ts'
import type { AnswerWriter } from '../../src/ask/writer.ts'
import type { AiDependencies } from '../../src/context.ts'
import { startWorld } from '../world.ts'

/** A writer that stops after its first words until the test lets it go on, as a language model might. */
function slowWriter() {
  const [begun, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const writer: AnswerWriter = {
    async *write() {
      yield 'Turn the crank'
      begun.resolve()
      await released.promise
      yield ' and say the secret word.'
    },
  }
  return { writer, begun: begun.promise, release: released.resolve }
}

/** The service, with this writer. */
const startWith = (writer: AnswerWriter) => (env: NodeJS.ProcessEnv) =>
  startService(
    {
      ...ai,
      build(foundation) {
        const parts = ai.build(foundation)
        const extend: typeof parts.extend = async (context) => {
          const extra = (await parts.extend(context)) as { deps: AiDependencies }
          return { ...extra, deps: { ...extra.deps, writer } }
        }
        return { ...parts, extend }
      },
    },
    loadConfig(AiConfig, env),
  )

test('an answer that is being streamed to a member ends when they are removed', async () => {
  const slow = slowWriter()
  const world = await startWorld(startWith(slow.writer))
  await world.publish('manual', { crank: { title: 'The crank', markdown: 'Turn the crank.' } })
  const query = { query: 'How do I turn the crank?', format: 'markdown' }
  const answer = world.send('streamAskInOrganization', { as: 'rex', query })
  await slow.begun
  const { bus, revocations } = world.test.service.foundation
  const key = revocationKey('identity.member', 'm-rex')
  await bus.revocations.put(key, '')
  await revocations.learned(key)
  slow.release()
  const { body } = await answer
  expect(body).toContain('Turn the crank')
  expect(body).toContain('event: error')
  expect(body).not.toMatch(/secret|event: done/)
  await world.stop()
})
