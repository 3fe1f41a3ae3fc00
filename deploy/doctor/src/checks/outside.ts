import { access, constants } from 'node:fs/promises'
import { openFiles } from '@quire/backup'
import SMTPConnection from 'nodemailer/lib/smtp-connection'
import { z } from 'zod'
import { type Check, fine, problem, type Seen, skipped, warning } from '../run-checks.ts'
import type { Subject } from '../subject.ts'

/** The mail server: connects, says EHLO and leaves; nothing is sent, not even a password. */
export const mailCheck = ({ environments, isInContainers }: Subject): Check => {
  const { SMTP_URL: url, MAIL_DIR: folder } = environments.identity
  return {
    part: 'Mail',
    todo: 'Look whether SMTP_URL names the server, and whether this network may connect to it.',
    async look(signal) {
      if (url) return [await serverSeen(new URL(url), signal)]
      if (!folder) return [warning('mail waits in the database', 'Set SMTP_URL, or MAIL_DIR.')]
      if (isInContainers) return [skipped(`mail is written to ${folder} of identity, which only identity sees`)]
      const isWritable = await access(folder, constants.W_OK).then(
        () => true,
        () => false,
      )
      if (isWritable) return [fine(`mail is written to ${folder}`)]
      return [warning(`mail is written to ${folder}, which this process cannot see or write`, 'Look at MAIL_DIR.')]
    },
  }
}

function serverSeen({ protocol, hostname, port, searchParams }: URL, signal: AbortSignal): Promise<Seen> {
  const isSecure = protocol === 'smtps:'
  const connection = new SMTPConnection({
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port ? Number(port) : isSecure ? 465 : 587,
    secure: isSecure,
    tls: { rejectUnauthorized: searchParams.get('tls.rejectUnauthorized') !== 'false' },
  })
  return new Promise<Seen>((resolve, reject) => {
    signal.addEventListener('abort', () => connection.close())
    // It may have more than one, also after it said that it leaves.
    connection.on('error', reject)
    connection.connect((error) => {
      if (error) return reject(error)
      connection.quit()
      resolve(fine(`${hostname} answers${connection.secure ? ', encrypted' : ''}`))
    })
  })
}

const Models = z.object({ data: z.array(z.object({ id: z.string() })) })

/** The endpoint of the language model: lists its models, which costs nothing. */
export const modelCheck = ({ environments }: Subject): Check[] => {
  const { AI_BASE_URL: base, AI_API_KEY: key, AI_MODEL, AI_EMBEDDING_MODEL } = environments.ai
  if (!base) return []
  const wanted = [AI_MODEL, AI_EMBEDDING_MODEL].flatMap((one) => one || [])
  return [
    {
      part: 'Language model',
      todo: 'Look whether AI_BASE_URL is right, and whether this network may connect to it.',
      async look(signal) {
        const headers = key ? { authorization: `Bearer ${key}` } : undefined
        const url = `${base.replace(/\/$/, '')}/models`
        const response = await fetch(url, { signal, redirect: 'manual', ...(headers && { headers }) })
        if (response.status === 401 || response.status === 403) {
          await response.body?.cancel()
          return [problem(`the endpoint refuses the key (${response.status})`, 'Correct AI_API_KEY.')]
        }
        if (!response.ok) {
          await response.body?.cancel()
          return [warning(`the endpoint answers ${response.status} to a list of models`, 'Ignore it if it has none.')]
        }
        const models = Models.safeParse(await response.json()).data?.data.map(({ id }) => id)
        // Some add a tag: a model without one is the latest.
        const isThere = (name: string) => models?.some((id) => id === name || id === `${name}:latest`) ?? true
        const missing = wanted.filter((name) => !isThere(name))
        if (missing.length === 0) return [fine('the endpoint answers')]
        return [warning(`the endpoint does not list ${missing.join(', ')}`, 'Look at AI_MODEL and AI_EMBEDDING_MODEL.')]
      },
    },
  ]
}

/** The storage of files: lists one, which needs neither the whole bucket nor a folder that exists. */
export const storageCheck = ({ environments }: Subject): Check => ({
  part: 'Files',
  todo: 'Look at DATA_DIR, or at BLOBS_S3_… and the credentials.',
  async look() {
    // Only a bucket: opening a folder would make it.
    const { BLOBS_S3_BUCKET: bucket, DATA_DIR: folder = '' } = environments.content
    if (!bucket) {
      await access(folder, constants.R_OK | constants.W_OK)
      return [fine(`in ${folder}/blobs`)]
    }
    const blobs = await openFiles(environments.content)
    await blobs.list('', '', 1)
    return [fine(`in the bucket ${bucket}`)]
  },
})
