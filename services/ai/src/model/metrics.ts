import type { Metrics } from '@quire/kit'
import { Counter, Gauge, Histogram } from 'prom-client'

/** Outcomes of a question for the model. */
export type ModelOutcome = 'answered' | 'declined' | 'uncited' | 'failed' | 'broken_off' | 'left'

/** Metrics of the model (docs/operations.md#metrics). */
export function modelMetrics({ registry }: Pick<Metrics, 'registry'>) {
  const registers = [registry]
  return {
    answers: new Counter({
      name: 'quire_model_answers_total',
      help: 'Questions for the model by how they were answered',
      labelNames: ['outcome'],
      registers,
    }),
    failures: new Counter({
      name: 'quire_model_failures_total',
      help: 'Failures of the endpoint of the model by reason',
      labelNames: ['reason'],
      registers,
    }),
    refused: new Counter({
      name: 'quire_model_refused_total',
      help: 'Questions for the model that were refused by reason: queue, caller',
      labelNames: ['reason'],
      registers,
    }),
    underWay: new Gauge({
      name: 'quire_model_questions',
      help: 'Questions for the model by state: waiting, running',
      labelNames: ['state'],
      registers,
    }),
    firstToken: new Histogram({
      name: 'quire_model_first_token_seconds',
      help: 'Time until the model began to answer',
      buckets: [0.1, 0.25, 0.5, 1, 2, 5, 10, 20],
      registers,
    }),
  }
}
export type ModelMetrics = ReturnType<typeof modelMetrics>
