import { rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Bus, type Logger, newId } from '@quire/kit'
import { z } from 'zod'

const Question = z.object({ id: z.string().regex(/^\w+$/) })
const Answer = z.object({ isThere: z.boolean() })

/** The time for the answers of the other replicas: 100 ms after the last one, of which this process gives one itself. */
const rollCall = { strategy: 'stall', maxWait: 500, stall: 100 } as const

/**
 * Throws if another replica that runs does not have the same folder of files: each would lack what is uploaded through the
 * other. A file with a new name is written there, and every replica says whether it sees it, now and whenever another
 * replica starts. Where no file can be written, uploads are refused too, and nothing is checked.
 */
export async function requireSharedFolder(bus: Bus, folder: string, log: Logger): Promise<void> {
  const subject = bus.subject('content-folder')
  const fileOf = (id: string) => join(folder, `.replica-${id}`)
  const isThere = (id: string) =>
    stat(fileOf(id)).then(
      () => true,
      () => false,
    )
  bus.connection.subscribe(subject, {
    callback(error, message) {
      const question = error ? undefined : Question.safeParse(message.json()).data
      if (question) void isThere(question.id).then((there) => message.respond(JSON.stringify({ isThere: there })))
    },
  })
  const id = newId()
  try {
    await writeFile(fileOf(id), '', { mode: 0o600 })
    const answers = await bus.connection.requestMany(subject, JSON.stringify({ id }), rollCall)
    for await (const answer of answers) if (!Answer.parse(answer.json()).isThere) throw new SeparateFolder(folder)
  } catch (error) {
    if (error instanceof SeparateFolder) throw error
    log.warn({ err: error }, 'no check that replicas share their folder of files')
  } finally {
    await rm(fileOf(id), { force: true }).catch(() => undefined)
  }
}

class SeparateFolder extends Error {
  constructor(folder: string) {
    super(
      `Configuration: another replica of content does not have the folder ${folder}. ` +
        'Mount one folder for all replicas (ReadWriteMany), or set BLOBS_S3_BUCKET.',
    )
  }
}
