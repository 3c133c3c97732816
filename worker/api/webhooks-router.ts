import {
  CreateWebhookInput,
  RotateWebhookInput,
  UpdateWebhookInput,
  WebhookDeliveriesInput,
  WebhookDeliveryId,
  WebhookId,
} from '../rules/webhooks.ts'
import { listDeliveries, replayDelivery, sendTestEvent } from '../webhooks/deliveries.ts'
import {
  createWebhook,
  listWebhooks,
  removeWebhook,
  rotateWebhook,
  updateWebhook,
} from '../webhooks/endpoints.ts'
import { proveWebhook } from '../webhooks/post-message.ts'
import { allowedTo, router, verb } from './init.ts'

const managing = allowedTo('api.manage')

/** Endpoints can be listed and deleted on every plan, like API keys. */
export const webhooksRouter = router({
  list: managing.query(verb(listWebhooks)),
  create: managing.input(CreateWebhookInput).mutation(verb(createWebhook)),
  update: managing.input(UpdateWebhookInput).mutation(verb(updateWebhook)),
  rotate: managing.input(RotateWebhookInput).mutation(verb(rotateWebhook)),
  prove: managing.input(WebhookId).mutation(verb(proveWebhook)),
  remove: managing.input(WebhookId).mutation(verb(removeWebhook)),
  deliveries: managing.input(WebhookDeliveriesInput).query(verb(listDeliveries)),
  replay: managing.input(WebhookDeliveryId).mutation(verb(replayDelivery)),
  test: managing.input(WebhookId).mutation(verb(sendTestEvent)),
})
