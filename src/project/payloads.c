/* What the payloads of assets have in common: from an asset id to a parsed file, and its rules. */
#include "project/internal.h"

#include <string.h>

hob_status hob_project__payload(hob_project *project, hob_str asset_id,
                                hob_project__kind_id kind_id, hob_project__file **ret_file,
                                hob_error *reterr) {
    const hob_project__kind *kind = &hob_project__kinds[kind_id];
    const hob_asset *asset = hob_project_asset_by_id(project, asset_id);
    if (!asset) {
        return hob_fail(reterr, HOB_ERR_ASSET_NOT_FOUND, "There is no asset \"%.*s\".",
                        (int)(asset_id.length < 200 ? asset_id.length : 200), asset_id.data);
    }
    if (strcmp(asset->type, kind->asset_type) != 0) {
        return hob_fail(reterr, HOB_ERR_ASSET_WRONG_TYPE, "Asset \"%s\" is a %s, not a %s.",
                        asset->name, asset->type, kind->name);
    }
    char *path;
    hob_status status =
        hob_path_normalise(&project->scratch, hob_str_from(asset->path), &path, reterr);
    if (status) {
        return status;
    }
    *ret_file = hob_project__file_at(project, path);
    return hob_project__file_json(project, *ret_file, kind, reterr);
}

hob_status hob_project__payload_check(hob_project *project, hob_project__file *file,
                                      hob_error *reterr,
                                      void (*check)(hob_project *, hob_reader *, yyjson_val *)) {
    hob_error_list_done(&project->findings);
    hob_error_list_init(&project->findings, project->allocator);
    hob_reader reader =
        hob_project__reader(project, file->path, &file->json, NULL, &project->findings);
    check(project, &reader, file->json.root);
    return reader.refused ? hob_project__refusal(&project->findings, file->path, reterr) : HOB_OK;
}
