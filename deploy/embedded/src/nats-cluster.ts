interface Cluster {
  /** `host:port` that this member listens on for others. */
  listen: string
  /** The password by which members know each other, which no client has. */
  password: string
  /** `host:port` of the other members. */
  others: readonly string[]
}

/** The part of a member's configuration that makes it one of a cluster. */
export const clusterConfiguration = ({ listen, password, others }: Cluster) => `cluster {
  name: quire
  listen: ${JSON.stringify(listen)}
  authorization { user: members, password: ${JSON.stringify(password)} }
  routes: [${others.map((one) => JSON.stringify(`nats://members:${password}@${one}`)).join(', ')}]
}
`
