import { Block } from './block.ts';

const time = "DateTime64(3, 'UTC')";

/** One accepted post of a recorder; see clickhouse/0005_replays.sql. */
export class ReplayRows extends Block {
  readonly projectId = this.word('project_id');
  readonly sessionId = this.text('session_id');
  readonly ts = this.u64('ts', time);
  readonly endTs = this.u64('end_ts', time);
  readonly chunk = this.u64('chunk');
  readonly postedAt = this.u64('posted_at', time);
  readonly eventCount = this.u32('event_count');
  readonly fullSnapshot = this.u8('full_snapshot', 'Bool');
  readonly payload = this.text('payload');
  readonly userId = this.text('user_id');
  readonly userEmail = this.text('user_email');
  readonly userName = this.text('user_name');
  readonly url = this.text('url');
  readonly retention = this.u16('retention_days');
  readonly receipt = this.u64('receipt');

  constructor(day: number, retentionDays: number) {
    super('replay_chunks', day, retentionDays);
  }
}
