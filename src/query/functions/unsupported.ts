import { unsupported } from './lowering.ts';
import type { UnsupportedFunction } from './registry.ts';

/** Known from Kusto and its relatives, and not there: refused by name, so that nobody looks for a typing mistake. */
export const unsupportedFunctions: readonly UnsupportedFunction[] = [
  ...unsupported(
    'cluster database table external_table materialized_view stored_query_result',
    'a query reads the data of its own project',
  ),
  ...unsupported('array_rotate_left array_rotate_right array_shift_left array_shift_right array_split array_partition'),
  ...unsupported(
    'around assert bag_pack_columns bag_zip pack_all column_ifexists column_names_of treepath buildschema schema_merge',
  ),
  ...unsupported('base64_decode_toguid base64_encode_fromarray base64_encode_fromguid'),
  ...unsupported('beta_cdf beta_inv beta_pdf erf erfc welch_test t_test'),
  ...unsupported(
    'convert_angle convert_energy convert_force convert_length convert_mass convert_speed convert_temperature convert_volume',
  ),
  ...unsupported('covariance covarianceif covariancep covariancepif'),
  ...unsupported(
    'current_cluster_endpoint current_database current_principal current_principal_details current_principal_is_member_of current_user',
  ),
  ...unsupported(
    'cursor_after cursor_before_or_at cursor_current database_cursor estimate_data_size extent_id extent_tags ingestion_time rowstore_ordinal_range',
  ),
  ...unsupported('datetime_list_timezones datetime_local_to_utc datetime_utc_to_local'),
  ...unsupported(
    'dcount_hll dcount_intersect hll hll_if hll_merge tdigest tdigest_merge percentile_tdigest percentrank_tdigest percentile_array_tdigest rank_tdigest merge_tdigest',
  ),
  ...unsupported('format_bytes format_ipv4_mask format_ipv6 has_any_ipv6 hash_combine hash_many'),
  ...unsupported(
    'gzip_compress_to_base64_string gzip_decompress_from_base64_string zlib_compress_to_base64_string zlib_decompress_from_base64_string',
  ),
  ...unsupported(
    'ipv6_compare ipv6_is_match ipv6_is_in_range ipv6_is_in_any_range parse_ipv6 parse_ipv6_mask ipv6_lookup ipv4_lookup ipv4_range_to_cidr_list',
  ),
  ...unsupported(
    'geo_angle geo_azimuth geo_closest_point_on_line geo_closest_point_on_polygon geo_distance_2points geo_distance_point_to_line geo_distance_point_to_polygon',
  ),
  ...unsupported(
    'geo_geohash_neighbors geo_geohash_to_central_point geo_geohash_to_polygon geo_h3cell_children geo_h3cell_level geo_h3cell_neighbors geo_h3cell_parent geo_h3cell_rings',
  ),
  ...unsupported(
    'geo_h3cell_to_central_point geo_h3cell_to_polygon geo_info_from_ip_address geo_intersection_2lines geo_intersects_2lines geo_line_buffer geo_line_length',
  ),
  ...unsupported(
    'geo_point_buffer geo_point_in_circle geo_point_in_polygon geo_point_to_geohash geo_point_to_h3cell geo_point_to_s2cell geo_polygon_area geo_polygon_to_s2cells geo_s2cell_to_polygon',
  ),
  ...unsupported(
    'make_string parse_command_line parse_user_agent parse_version parse_xml punycode_domain_from_string punycode_from_string punycode_to_string',
  ),
  ...unsupported('regex_quote rows_near row_rank_dense row_rank_min row_window_session sequence_detect'),
  ...unsupported(
    'series_abs series_acos series_asin series_atan series_ceiling series_cos series_cosine_similarity series_decompose series_decompose_anomalies series_decompose_forecast',
  ),
  ...unsupported(
    'series_dot_product series_downsample series_equals series_exp series_fft series_fill_linear series_fir series_fit_2lines series_fit_line series_fit_poly series_floor',
  ),
  ...unsupported(
    'series_greater series_greater_equals series_ifft series_iir series_less series_less_equals series_log series_magnitude series_not_equals series_pearson_correlation',
  ),
  ...unsupported(
    'series_periods_detect series_periods_validate series_pow series_product series_seasonal series_sign series_sin series_stats series_tan',
  ),
  ...unsupported('to_utf8 unicode_codepoints_from_string unicode_codepoints_to_string make_bitset'),
  ...unsupported('file url s3 remote dictget sleep', 'functions of the store cannot be called'),
];
