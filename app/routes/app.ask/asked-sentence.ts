import { ASK_AGAIN_DAYS, type Asked, MAX_ASKED_PER_DOMAIN } from '#worker/rules/asking.ts'

/** Summary of a sent list, with a reason for each person who got no e-mail. */
export function askedSentence({ asked, leftOut, overLimit, overDomain, repeated }: Asked): string {
  return [
    asked > 0 && (asked === 1 ? '1 e-mail is on its way.' : `${asked} e-mails are on their way.`),
    leftOut > 0 &&
      `${leftOut === 1 ? '1 person gets' : `${leftOut} people get`} none: they were asked in the last ${ASK_AGAIN_DAYS} days, or don’t want to be.`,
    overLimit > 0 && `${waiting(overLimit)} today’s limit is reached.`,
    overDomain > 0 &&
      `${waiting(overDomain)} we send at most ${MAX_ASKED_PER_DOMAIN} e-mails a day to one company.`,
    repeated > 0 &&
      `${repeated === 1 ? '1 address was' : `${repeated} addresses were`} repeated: each person gets one e-mail.`,
  ]
    .filter(Boolean)
    .join(' ')
}

function waiting(people: number): string {
  return `${people === 1 ? '1 person has' : `${people} people have`} to wait until tomorrow:`
}
