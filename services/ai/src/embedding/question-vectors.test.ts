import { expect, test } from '@jest/globals'
import type { Logger } from '@quire/kit'
import { Registry } from 'prom-client'
import type { Embeddings } from '../model/embeddings.ts'
import { questionVectors } from './embedding.ts'
import { embeddingMetrics } from './metrics.ts'

test('a question has one time for its place and for the endpoint together, and then words alone decide', async () => {
  const never = new Promise<never>(() => undefined)
  const embeddings: Embeddings = { embed: () => never, isPaused: () => false }
  const config = { AI_CONCURRENCY: 2, AI_CALLER_CONCURRENCY: 1, AI_QUEUE: 1, AI_EMBEDDING_TIMEOUT_MS: 20 }
  const log = { debug: () => undefined, warn: () => undefined } as unknown as Logger
  const sql = () => {
    throw new Error('Nothing is counted.')
  }
  const metrics = embeddingMetrics({ metrics: { registry: new Registry() }, sql, log })
  const { of } = questionVectors({ embeddings, model: 'toy', config, metrics, log })
  expect(await of('What is it?', ['ada'], new AbortController().signal)).toBeUndefined()
  expect((await metrics.questions.get()).values).toMatchObject([{ labels: { outcome: 'late' }, value: 1 }])
})
