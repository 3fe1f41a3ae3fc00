import type { MailLanguage, NotificationKind } from '@quire/contracts'

/** The texts of mails of notifications in one language. */
export interface NotificationVocabulary {
  subject: (count: number) => string
  dailySubject: (count: number) => string
  /** What happened, by the name of who did it; the end of an import has nobody. */
  kinds: Record<NotificationKind, (actor: string) => string>
  /** Stands for somebody without a name. */
  somebody: string
  /** Stands for something without a title. */
  untitled: string
  inSpace: (space: string) => string
  inChangeRequest: (number: number, subject: string, space: string) => string
  more: (count: number) => string
  /** Precedes the address at which the recipient stops such mails. */
  stop: string
}

const en: NotificationVocabulary = {
  subject: (count) => (count === 1 ? 'A notification in Quire' : `${count} notifications in Quire`),
  dailySubject: (count) => `Your day in Quire: ${count === 1 ? 'one notification' : `${count} notifications`}`,
  kinds: {
    mention: (actor) => `“${actor}” mentioned you`,
    reply: (actor) => `“${actor}” replied in a thread of yours`,
    comment: (actor) => `“${actor}” commented on your change request`,
    'review-requested': (actor) => `“${actor}” asks for your review`,
    review: (actor) => `“${actor}” reviewed your change request`,
    merge: (actor) => `“${actor}” merged your change request`,
    import: () => 'Your import has ended',
  },
  somebody: 'Somebody',
  untitled: 'Untitled',
  inSpace: (space) => `in the space “${space}”`,
  inChangeRequest: (number, subject, space) => `in change request ${number} “${subject}” of the space “${space}”`,
  more: (count) => `and ${count} more`,
  stop: 'To get no more of these mails, open:',
}

const de: NotificationVocabulary = {
  subject: (count) => (count === 1 ? 'Eine Benachrichtigung in Quire' : `${count} Benachrichtigungen in Quire`),
  dailySubject: (count) => `Ihr Tag in Quire: ${count === 1 ? 'eine Benachrichtigung' : `${count} Benachrichtigungen`}`,
  kinds: {
    mention: (actor) => `„${actor}“ hat Sie erwähnt`,
    reply: (actor) => `„${actor}“ hat in einem Ihrer Gespräche geantwortet`,
    comment: (actor) => `„${actor}“ hat Ihren Änderungsantrag kommentiert`,
    'review-requested': (actor) => `„${actor}“ bittet Sie um eine Durchsicht`,
    review: (actor) => `„${actor}“ hat Ihren Änderungsantrag durchgesehen`,
    merge: (actor) => `„${actor}“ hat Ihren Änderungsantrag übernommen`,
    import: () => 'Ihr Import ist beendet',
  },
  somebody: 'Jemand',
  untitled: 'Ohne Titel',
  inSpace: (space) => `im Bereich „${space}“`,
  inChangeRequest: (number, subject, space) => `im Änderungsantrag ${number} „${subject}“ des Bereichs „${space}“`,
  more: (count) => `und ${count} weitere`,
  stop: 'Um keine solchen Mails mehr zu bekommen, öffnen Sie:',
}

const fr: NotificationVocabulary = {
  subject: (count) => (count === 1 ? 'Une notification dans Quire' : `${count} notifications dans Quire`),
  dailySubject: (count) => `Votre journée dans Quire : ${count === 1 ? 'une notification' : `${count} notifications`}`,
  kinds: {
    mention: (actor) => `« ${actor} » vous a mentionné`,
    reply: (actor) => `« ${actor} » a répondu dans l’une de vos discussions`,
    comment: (actor) => `« ${actor} » a commenté votre demande de modification`,
    'review-requested': (actor) => `« ${actor} » vous demande une relecture`,
    review: (actor) => `« ${actor} » a relu votre demande de modification`,
    merge: (actor) => `« ${actor} » a fusionné votre demande de modification`,
    import: () => 'Votre importation est terminée',
  },
  somebody: 'Quelqu’un',
  untitled: 'Sans titre',
  inSpace: (space) => `dans l’espace « ${space} »`,
  inChangeRequest: (number, subject, space) =>
    `dans la demande de modification ${number} « ${subject} » de l’espace « ${space} »`,
  more: (count) => `et ${count} de plus`,
  stop: 'Pour ne plus recevoir ces e-mails, ouvrez :',
}

const es: NotificationVocabulary = {
  subject: (count) => (count === 1 ? 'Una notificación en Quire' : `${count} notificaciones en Quire`),
  dailySubject: (count) => `Su día en Quire: ${count === 1 ? 'una notificación' : `${count} notificaciones`}`,
  kinds: {
    mention: (actor) => `«${actor}» le ha mencionado`,
    reply: (actor) => `«${actor}» ha respondido en una de sus conversaciones`,
    comment: (actor) => `«${actor}» ha comentado su solicitud de cambio`,
    'review-requested': (actor) => `«${actor}» le pide una revisión`,
    review: (actor) => `«${actor}» ha revisado su solicitud de cambio`,
    merge: (actor) => `«${actor}» ha fusionado su solicitud de cambio`,
    import: () => 'Su importación ha terminado',
  },
  somebody: 'Alguien',
  untitled: 'Sin título',
  inSpace: (space) => `en el espacio «${space}»`,
  inChangeRequest: (number, subject, space) =>
    `en la solicitud de cambio ${number} «${subject}» del espacio «${space}»`,
  more: (count) => `y ${count} más`,
  stop: 'Para no recibir más estos correos, abra:',
}

const ja: NotificationVocabulary = {
  subject: (count) => `Quire の通知 ${count} 件`,
  dailySubject: (count) => `Quire の今日のまとめ: 通知 ${count} 件`,
  kinds: {
    mention: (actor) => `「${actor}」さんがあなたに言及しました`,
    reply: (actor) => `「${actor}」さんがあなたのスレッドに返信しました`,
    comment: (actor) => `「${actor}」さんがあなたの変更リクエストにコメントしました`,
    'review-requested': (actor) => `「${actor}」さんがあなたにレビューを依頼しています`,
    review: (actor) => `「${actor}」さんがあなたの変更リクエストをレビューしました`,
    merge: (actor) => `「${actor}」さんがあなたの変更リクエストをマージしました`,
    import: () => 'インポートが終了しました',
  },
  somebody: '誰か',
  untitled: '無題',
  inSpace: (space) => `スペース「${space}」`,
  inChangeRequest: (number, subject, space) => `スペース「${space}」の変更リクエスト ${number}「${subject}」`,
  more: (count) => `ほか ${count} 件`,
  stop: '今後このメールを受け取らない場合は、次のページを開いてください:',
}

const zh: NotificationVocabulary = {
  subject: (count) => `Quire 中有 ${count} 条通知`,
  dailySubject: (count) => `Quire 每日摘要：${count} 条通知`,
  kinds: {
    mention: (actor) => `“${actor}”提到了您`,
    reply: (actor) => `“${actor}”回复了您参与的讨论`,
    comment: (actor) => `“${actor}”评论了您的变更请求`,
    'review-requested': (actor) => `“${actor}”请您审阅`,
    review: (actor) => `“${actor}”审阅了您的变更请求`,
    merge: (actor) => `“${actor}”合并了您的变更请求`,
    import: () => '您的导入已结束',
  },
  somebody: '某人',
  untitled: '无标题',
  inSpace: (space) => `空间“${space}”`,
  inChangeRequest: (number, subject, space) => `空间“${space}”的变更请求 ${number}“${subject}”`,
  more: (count) => `以及另外 ${count} 条`,
  stop: '如不想再收到此类邮件，请打开：',
}

export const notificationVocabularies: Record<MailLanguage, NotificationVocabulary> = { de, en, es, fr, ja, zh }
