import type { Topic } from '../../../rules/review-features.ts'

export const SPANISH_TOPICS: Record<Topic, string> = {
  staff: `personal camarer* mesero* mesera* dueño dueña dueños encargad* empleado* empleada* equipo trabajador* recepcionista*
gerente dependient* vendedor* cajera cajero médico* médica doctor doctora dentista* enfermer* peluquer* técnico*
fontanero mecánico* repartidor* amable* simpátic* antipátic* maleducad* grosero* trato atención cocinero chef`,
  service: `servicio servicios servido sirvieron atendieron atendió atención asesoramiento`,
  waiting: `espera esperar esperando esperamos esperé lento lenta lentos tardar* tardó tarda cola colas hora horas minutos demora*
rápid* rapidez`,
  price: `precio* caro cara caros caras barato barata baratos económic* cuenta factura* coste* costó cobr* pagar pagamos pagué
euro euros dinero calidad_precio presupuesto* descuento* oferta* tarifa*`,
  cleanliness: `limpi* limpieza suci* suciedad higien* polvo olor* olía manchas cucaracha* moho basura asco asqueros*`,
  location: `ubicación ubicado ubicada situado situada zona céntric* centro cerca localización metro`,
  parking: `parking aparcar aparcamiento estacionamiento estacionar garaje`,
  booking: `reserva reservas reservar reservado reservamos cita citas cancel* anul*`,
  atmosphere: `ambiente atmósfera decoración decorado música ruido ruidos* tranquil* acogedor* iluminación luz`,
  premises: `mesa mesas terraza local salón jardín barra bar sala espacio baño baños aseos instalaciones edificio sillas`,
  communication: `comunicación teléfono llamad* llamé llamar responder respuesta* respond* correo mensaje* explic* explicación
información informaron`,
  quality: `calidad material materiales roto rota defectuos* resistente durader*`,
  food: `comida comidas plato platos cocina comer comimos cena cenar cenamos almuerzo almorzar desayuno menú postre* entrante*
sabor* sabros* rico rica ricos ricas riquísim* delicios* carne* pescado* pollo marisco* paella* pizza* hamburguesa* patatas ensalada* sopa*
queso* pan salsa* ración raciones tapa tapas arroz tarta* helado* vino vinos cerveza* café bebida*`,
  drinks: `bebida* vino vinos cerveza* café copa copas cóctel* agua zumo refresco* sangría`,
  menu: `carta menú menús variedad opciones`,
  order: `pedido* pedí pedimos equivocad* equivocaron error* olvid* faltaba faltaban falta`,
  safety: `peligros* insegur* seguridad policía robo robaron robar pelea`,
  room: `habitación habitaciones baño ducha* balcón vistas vista toallas aire_acondicionado televisión tele muebles ascensor
suite*`,
  sleep: `cama camas colchón colchones almohada* dormir dormimos dormí descanso sábanas insonoriz*`,
  breakfast: `desayuno* desayunar buffet bufé`,
  facilities: `piscina* spa gimnasio sauna wifi internet instalaciones ascensor vestíbulo`,
  check_in: `check_in check_out recepción llegada llave llaves tarjeta equipaje maletas entrada`,
  selection: `variedad surtido stock existencias productos marcas tallas gama opciones`,
  returns: `devolución devoluciones devolver devolv* cambio cambios reembols* garantía* ticket reclamación`,
  delivery: `envío envíos entrega* entregado entregaron paquete* reparto repartidor* embalaje domicilio`,
  treatment: `tratamiento* diagnóstico* consulta* operación cirugía dolor* dolió indoloro empaste* limpieza_dental endodoncia
revisión receta medicación terapia*`,
  workmanship: `trabajo trabajos reparación reparaciones reparar* reparado arreglo arregl* instalación instalar* instalado obra*
avería* acabado* taller frenos neumáticos aceite motor pintura`,
  honesty: `honest* honradez honrado confianza estafa* timo engañ* mentir* mintieron transparen* serio seriedad`,
  punctuality: `puntual* puntualidad impuntual* tarde retraso* a_tiempo plazo*`,
  styling: `corte cortes pelo cabello color tinte mechas balayage peinado* barba uñas manicura pedicura depilación cejas pestañas
masaje*`,
}
