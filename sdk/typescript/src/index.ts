/** The client of Acre: what the package hands on. */

export type * from "./generated/api.js";
export {
  type ChannelListener,
  type SocketLike,
  StreamClient,
  type StreamOptions,
  type StreamState,
} from "./stream/stream-client.js";
