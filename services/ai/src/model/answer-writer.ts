import type { Logger, Metrics } from '@quire/kit'
import type { AnswerWriter } from '../ask/writer.ts'
import { openChat } from './chat.ts'
import type { ModelConfig } from './config.ts'
import { modelLimits } from './limits.ts'
import { modelMetrics } from './metrics.ts'
import { modelWriter } from './model-writer.ts'

/** The writer of answers by the settings: a model where one is configured, and `otherwise` where none is. */
export function answerWriter(
  config: ModelConfig,
  otherwise: AnswerWriter,
  { metrics, log }: { metrics: Pick<Metrics, 'registry'>; log: Logger },
): AnswerWriter {
  const { AI_BASE_URL: baseUrl, AI_MODEL: model, AI_API_KEY: apiKey, AI_MAX_INPUT_TOKENS: mostTokens } = config
  if (baseUrl === undefined || model === undefined) return otherwise
  const counted = modelMetrics(metrics)
  return modelWriter({
    ...{ otherwise, mostTokens, metrics: counted, log },
    endpoint: openChat({ baseUrl, apiKey }, model, config),
    limits: modelLimits(config, counted),
  })
}
