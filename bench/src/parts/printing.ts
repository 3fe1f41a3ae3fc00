import { z } from 'zod'
import { createOrganization, importSpace } from '../data/pages.ts'
import { expectSuccess } from '../load/client.ts'
import type { Measuring, Part } from '../part.ts'

const pages = 300
const seconds = `a PDF of ${pages} pages`
const megabytes = 'memory of the process that makes it'

const Address = z.object({ url: z.string() })

/** Measures a PDF from the request for its address until its last byte. */
export const printing: Part<Measuring> = {
  name: 'PDFs',
  targets: [
    { name: seconds, unit: 's', max: 60 },
    { name: megabytes, unit: 'MB', max: 1024 },
  ],
  async measure(on) {
    const { quire, send, signal } = on
    const space = await importSpace(on, await createOrganization(on, 'Printed'), `${pages}`)
    const begun = performance.now()
    const { url } = Address.parse(await expectSuccess(send('GET', `/v1/spaces/${space.id}/pdf`)))
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
