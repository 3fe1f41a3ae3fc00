import { z } from 'zod'
import { must } from '../api.ts'
import { filled } from '../data.ts'
import type { Part } from './goal.ts'
import type { Measuring } from './measuring.ts'

const pages = 300
const seconds = `a PDF of ${pages} pages`
const megabytes = 'memory of the process that makes it'

const Address = z.object({ url: z.string() })

/** From the request for the address until the last byte; the bounds are what the service is held to. */
export const printing: Part<Measuring> = {
  name: 'PDFs',
  goals: [
    { name: seconds, unit: 's', atMost: 60 },
    { name: megabytes, unit: 'MB', atMost: 1024 },
  ],
  async measure({ quire, send, prepared, archives, signal }) {
    const { organization } = prepared.organization
    const space = await filled({ send, organization, archives }, `${pages}`)
    const begun = performance.now()
    const { url } = Address.parse(await must(send('GET', `/v1/spaces/${space.id}/pdf`)))
    const answer = await fetch(`${quire.gateway}${new URL(url).pathname}`, { signal })
    const { byteLength } = await answer.arrayBuffer()
    const took = (performance.now() - begun) / 1000
    if (answer.status !== 200) throw new Error(`the download answered ${answer.status}`)
    const metrics = await (await fetch(`${quire.services.content.url}/metrics`, { signal })).text()
    const peak = Number(metrics.match(/^quire_pdf_memory_megabytes\S* (\S+)$/m)?.[1])
    return {
      figures: new Map([
        [seconds, took],
        [megabytes, peak],
      ]),
      details: `${(byteLength / 1e6).toFixed(1)} MB in ${took.toFixed(1)} s`,
    }
  },
}
