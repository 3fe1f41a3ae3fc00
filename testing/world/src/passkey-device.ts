import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

const flags = { present: 0x01, verified: 0x04, syncable: 0x08, synced: 0x10, withKey: 0x40 }

/** Deviations of a device or browser from what it should do. */
interface Deviation {
  origin?: string
  /** The host that the device is asked for. */
  host?: string
  /** The uses that the device counts; 0 if it counts none. Default: one more than last time. */
  counter?: number
  isVerified?: boolean
  /** The person of whom the device speaks. */
  handle?: string
  crossOrigin?: boolean
}

/** The options of a browser, as far as a device heeds them. */
interface Options {
  challenge: string
  user?: { id: string }
}

/** A passkey on a device, and the browser that it is used in. */
export type PasskeyDevice = ReturnType<typeof passkeyDevice>

/** Makes a device with one passkey for an installation (Web Authentication, level 3). */
export function passkeyDevice(publicUrl: string) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const id = randomBytes(32)
  const { hostname, origin: own } = new URL(publicUrl)
  let handle = 'c3RyYW5nZXI'
  let uses = 0

  const clientData = (type: string, { challenge }: Options, { origin = own, crossOrigin = false }: Deviation) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin }))
  const dataOf = ({ host = hostname, isVerified = true, counter = uses }: Deviation, more = 0) => {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter)
    const set = flags.present | (isVerified ? flags.verified : 0) | flags.syncable | flags.synced | more
    return Buffer.concat([sha256(Buffer.from(host)), Buffer.from([set]), count])
  }
  const credential = { id: id.toString('base64url'), rawId: id.toString('base64url'), type: 'public-key' }

  return {
    id: credential.id,
    /** Answers the options of a new passkey. */
    make(options: Options, deviation: Deviation = {}) {
      handle = options.user?.id ?? ''
      const length = Buffer.alloc(2)
      length.writeUInt16BE(id.length)
      const key = Buffer.concat([coseHead, Buffer.from(x, 'base64url'), coseY, Buffer.from(y, 'base64url')])
      const data = Buffer.concat([dataOf(deviation, flags.withKey), Buffer.alloc(16), length, id, key])
      const size = Buffer.from([0x59, data.length >> 8, data.length & 0xff])
      return {
        ...credential,
        response: {
          clientDataJSON: clientData('webauthn.create', options, deviation).toString('base64url'),
          attestationObject: Buffer.concat([attestationHead, size, data]).toString('base64url'),
          transports: ['internal'],
        },
      }
    },
    /** Answers the options of a sign-in. */
    use(options: Options, deviation: Deviation = {}) {
      uses += 1
      const client = clientData('webauthn.get', options, deviation)
      const data = dataOf(deviation)
      return {
        ...credential,
        response: {
          clientDataJSON: client.toString('base64url'),
          authenticatorData: data.toString('base64url'),
          signature: sign('sha256', Buffer.concat([data, sha256(client)]), privateKey).toString('base64url'),
          userHandle: deviation.handle ?? handle,
        },
      }
    },
  }
}

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest()

/** CBOR: a map of `fmt` "none", an empty `attStmt`, and `authData`, whose bytes follow. */
const attestationHead = Buffer.from('a363666d74646e6f6e656761747453746d74a0686175746844617461', 'hex')
/** CBOR: a COSE key of ES256 on P-256, up to the bytes of its x; then up to those of its y. */
const coseHead = Buffer.from('a5010203262001215820', 'hex')
const coseY = Buffer.from('225820', 'hex')
