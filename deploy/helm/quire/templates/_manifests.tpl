{{/* The documents of a file of manifests, as a list under the key `items`. */}}
{{- define "quire.documents" -}}
items:
{{- range splitList "\n---\n" (.Files.Get (printf "files/%s.yaml" .file)) }}
  - {{ fromYaml . | toJson }}
{{- end }}
{{- end }}

{{- define "quire.image" -}}
{{ .Values.images.registry }}/{{ .name }}:{{ .Values.images.tag | default .Chart.AppVersion }}
{{- end }}

{{/* Image, replicas, resources and further volumes of a service in its Deployment. */}}
{{- define "quire.deployment" -}}
{{- $own := index .Values .name }}
{{- $pod := .document.spec.template.spec }}
{{- $container := first $pod.containers }}
{{- $_ := set $container "image" (include "quire.image" .) }}
{{- with .Values.images.pullSecrets }}
{{- $secrets := list }}
{{- range . }}{{ $secrets = append $secrets (dict "name" .) }}{{ end }}
{{- $_ := set $pod "imagePullSecrets" $secrets }}
{{- end }}
{{- /* A change of settings replaces the pods. */}}
{{- $_ := set .document.spec.template.metadata "annotations" (dict "checksum/config" .checksum) }}
{{- with $own.resources }}{{ $_ := set $container "resources" . }}{{ end }}
{{- with $own.volumes }}{{ $_ := set $pod "volumes" (concat $pod.volumes .) }}{{ end }}
{{- with $own.volumeMounts }}{{ $_ := set $container "volumeMounts" (concat $container.volumeMounts .) }}{{ end }}
{{- if $own.autoscaling }}{{ $_ := unset .document.spec "replicas" }}
{{- else }}{{ $_ := set .document.spec "replicas" (int $own.replicas) }}{{ end }}
{{- if and (eq .name "content") (not .Values.files.bucket) }}
{{- if and (gt (int $own.replicas) 1) (ne .Values.files.volume.accessMode "ReadWriteMany") }}
{{- fail "content.replicas: more than one replica needs files.bucket, or files.volume.accessMode ReadWriteMany" }}
{{- end }}
{{- range $pod.volumes }}
{{- if eq .name "data" }}
{{- $_ := unset . "emptyDir" }}
{{- $_ := set . "persistentVolumeClaim" (dict "claimName" "quire-files") }}
{{- end }}
{{- end }}
{{- /* A volume of one node is free for the next pod once the former has ended. */}}
{{- if ne .Values.files.volume.accessMode "ReadWriteMany" }}{{ $_ := set .document.spec "strategy" (dict "type" "Recreate") }}{{ end }}
{{- end }}
{{- toYaml .document }}
{{- end }}
