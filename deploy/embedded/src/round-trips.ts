import { JetStreamApiError, jetstream, jetstreamManager, StorageType } from '@nats-io/jetstream'
import { connect, type NatsConnection } from '@nats-io/transport-node'
import pg from 'pg'

/** The supervisor's own stream; it holds one message. */
const stream = 'quire_supervisor'

/**
 * Writes a message to the disk of a NATS server, and resolves when the server has answered, also with a refusal such as
 * that the disk is full. Rejects when the signal aborts, and if there is no server or no JetStream.
 */
export async function natsRoundTrip({ port, token }: { port: number; token: string }, signal: AbortSignal) {
  const aborted = new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
  const connecting = connect({ servers: `127.0.0.1:${port}`, token, reconnect: false, timeout: timeoutMs })
  try {
    const connection = await Promise.race([connecting, aborted])
    await Promise.race([writeMessage(connection), aborted])
  } finally {
    void connecting.then((connection) => connection.close()).catch(() => {})
  }
}

async function writeMessage(connection: NatsConnection): Promise<void> {
  const timeout = timeoutMs
  try {
    const manager = await jetstreamManager(connection, { timeout, checkAPI: false })
    await manager.streams.add({ name: stream, subjects: [stream], storage: StorageType.File, max_msgs: 1 })
    await jetstream(connection, { timeout }).publish(stream)
  } catch (error) {
    if (!(error instanceof JetStreamApiError)) throw error
  }
}

/** Ends what the client still waits for when the caller has given up. */
const timeoutMs = 30_000

/**
 * Commits a record to the write-ahead log of a PostgreSQL server, and resolves when the server has answered, also with a
 * refusal such as that the disk is full. Rejects when the signal aborts, and if there is no server.
 */
export async function postgresRoundTrip(url: string, signal: AbortSignal): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  // A connection that is lost in between also rejects what waits for it.
  client.on('error', () => {})
  const leave = () => client.connection.stream.destroy()
  signal.addEventListener('abort', leave)
  try {
    signal.throwIfAborted()
    await client.connect()
    await client.query("select pg_logical_emit_message(true, 'quire', '')")
  } catch (error) {
    if (!(error instanceof pg.DatabaseError)) throw error
  } finally {
    signal.removeEventListener('abort', leave)
    void client.end().catch(() => {})
  }
}
