import { getRefusal, refuseAsks } from '../asking/addresses.ts'
import { exportAsks, listAsks } from '../asking/ask-log.ts'
import { askPeople, recordHandOver } from '../asking/ask-people.ts'
import { saveMessage, saveReviewPage } from '../asking/review-pages.ts'
import {
  AskInput,
  AskLogInput,
  HandOverInput,
  RefuseAsksInput,
  SaveMessageInput,
  SaveReviewPageInput,
} from '../rules/asking.ts'
import { allowedTo, anyone, member, router, verb } from './init.ts'

export const askingRouter = router({
  savePage: allowedTo('reviews.ask').input(SaveReviewPageInput).mutation(verb(saveReviewPage)),
  saveMessage: allowedTo('reviews.ask').input(SaveMessageInput).mutation(verb(saveMessage)),
  recordHandOver: allowedTo('reviews.ask').input(HandOverInput).mutation(verb(recordHandOver)),
  ask: allowedTo('reviews.ask').input(AskInput).mutation(verb(askPeople)),
  log: member.input(AskLogInput).query(verb(listAsks)),
  export: allowedTo('reviews.ask').query(verb(exportAsks)),
  refusal: anyone.input(RefuseAsksInput).query(verb(getRefusal)),
  refuse: anyone.input(RefuseAsksInput).mutation(verb(refuseAsks)),
})
