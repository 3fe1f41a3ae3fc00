import { type ServiceName, services } from '@quire/embedded'
import { newId } from '@quire/kit'
import { z } from 'zod'
import { type Check, fine, problem, reasonOf, type Seen, skipped, warning } from '../run-checks.ts'
import type { Subject } from '../subject.ts'

const Ready = z.object({ status: z.string(), waitingFor: z.array(z.string()).default([]) })

/** The address of a service, as the gateway knows it. */
function addressOf(name: ServiceName, { environments, gatewayUrl }: Subject): string | undefined {
  return name === 'gateway' ? gatewayUrl : environments.gateway[`${name.toUpperCase()}_URL`]
}

/** One check for each service: whether it is ready, and what it waits for. */
export const serviceChecks = (subject: Subject): Check[] =>
  services.map((name) => {
    const address = addressOf(name, subject)
    return {
      part: `Service ${name}`,
      todo: `Look whether it runs at ${address}, and into its log.`,
      async look(signal) {
        if (!subject.isRunning) return [skipped('it does not run')]
        if (!address) return [skipped('its address is not known')]
        const response = await fetch(`${address}/readyz`, { signal, redirect: 'manual' })
        const { status, waitingFor } = Ready.parse(await response.json())
        const text = waitingFor.length > 0 ? `${status}: waits for ${waitingFor.join(', ')}` : status
        if (!response.ok) return [problem(text, 'See "Health" for what each part means.')]
        return [waitingFor.length > 0 ? warning(text, 'See "Health" for what each part means.') : fine(text)]
      },
    }
  })

/** Whether PUBLIC_URL leads to this gateway, through whatever is in front of it. */
export const publicUrlCheck = ({ environments, isRunning }: Subject): Check => {
  // Slashes at the end are dropped, as by the services.
  const url = (environments.gateway.PUBLIC_URL ?? '').replace(/\/+$/, '')
  return {
    part: 'PUBLIC_URL',
    async look(signal) {
      if (!isRunning) return [skipped('nothing serves it')]
      if (!URL.canParse(url)) return [skipped('it is no address')]
      const requestId = `doctor.${newId()}`
      let response: Response
      try {
        response = await fetch(`${url}/v1/user`, { signal, redirect: 'manual', headers: { 'x-request-id': requestId } })
      } catch (error) {
        const todo = 'Ignore it if only other networks reach that address; else look at DNS, proxy and certificate.'
        return [warning(`${url} cannot be reached from here: ${reasonOf(error)}`, todo)]
      }
      await response.body?.cancel()
      return answerSeen(url, response, requestId)
    },
  }
}

function answerSeen(url: string, { status, headers }: Response, requestId: string): Seen[] {
  if (status === 421) {
    return [
      problem(`${url} is refused as a host (421)`, 'Have the proxy forward the Host of the request: see "Hosts".'),
    ]
  }
  if (headers.get('x-request-id') !== requestId) {
    const todo = 'Look where the name leads, and whether the proxy passes X-Request-Id on.'
    return [problem(`${url} answers ${status}, and not as this gateway does`, todo)]
  }
  // Without a token the answer is 401; anything else comes from a path that does not lead to the interface.
  if (status === 401 || status === 429) return [fine(`${url} leads to the gateway`)]
  const todo = 'If PUBLIC_URL has a path, the proxy has to take it away.'
  return [problem(`${url}/v1/user answers ${status} instead of 401`, todo)]
}
